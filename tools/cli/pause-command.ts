import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { constructIdOf, publishFunctionId } from '../../lib/stack/construct-ids.ts';
import type { Reservation } from '../../lib/stack/reserved-concurrency.ts';
import { LAMBDA, sendSignedRequest } from './sigv4-request.ts';
import { getFunctionNames } from './stack.ts';

/** The functions that publish, and the one that finds the posts that they miss. */
const PUBLISHING = [...PLATFORMS.map(publishFunctionId), 'OnSweepDue'];
/** The function of the slow lane, which only production has. */
const SLOW_LANE = ['OnPublishDueSlow'];

/**
 * Stop publishing on a stage: no function that publishes is invoked until `resumePublishing`. Posts that fall due wait.
 * Throws an Error before it changes anything when one of the functions is missing.
 */
export async function pausePublishing(stageName: string, print: (line: string) => void): Promise<void> {
  for (const { id, path } of await findFunctions(stageName)) {
    await sendSignedRequest({ service: LAMBDA, method: 'PUT', path, ...json({ ReservedConcurrentExecutions: 0 }) });
    print(`${id}: paused`);
  }
}

/**
 * Resume publishing on a stage with the concurrency that it reserves for each function. Throws an Error before it changes
 * anything when one of the functions is missing.
 */
export async function resumePublishing(
  stageName: string,
  reservations: readonly Reservation[],
  print: (line: string) => void,
): Promise<void> {
  for (const { id, path } of await findFunctions(stageName)) {
    const executions = reservations.find(({ logicalId }) => constructIdOf(logicalId) === id)?.executions;
    if (executions === undefined) await sendSignedRequest({ service: LAMBDA, method: 'DELETE', path, headers: {} });
    else {
      const body = json({ ReservedConcurrentExecutions: executions });
      await sendSignedRequest({ service: LAMBDA, method: 'PUT', path, ...body });
    }
    print(`${id}: ${executions === undefined ? 'resumed without a reservation' : `resumed, reserves ${executions}`}`);
  }
}

/** Find the functions by their construct ids: CloudFormation shortens their names. */
async function findFunctions(stageName: string): Promise<{ id: string; path: string }[]> {
  const names = await getFunctionNames(stageName, PUBLISHING, SLOW_LANE);
  return [...names].map(([id, name]) => ({ id, path: `/2017-10-31/functions/${name}/concurrency` }));
}

function json(body: object): { headers: Record<string, string>; body: string } {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
