import type { Reservation } from '../../lib/stack/reserved-concurrency.ts';
import { checkConcurrency } from './check-concurrency.ts';
import { LAMBDA, sendSignedRequest } from './sigv4-request.ts';
import { findPhysicalIds } from './stack.ts';

/**
 * Check whether the Lambda quota of the account and region permits a deployment with these reservations, and print
 * the result. Returns false when the deployment would fail. Throws an Error when AWS rejects a request.
 */
export async function preflightCommand(
  stageName: string,
  reservations: readonly Reservation[],
  print: (line: string) => void,
): Promise<boolean> {
  const { AccountLimit } = (await get('/2016-08-19/account-settings')) as {
    AccountLimit: { ConcurrentExecutions: number; UnreservedConcurrentExecutions: number };
  };
  const quota = {
    concurrentExecutions: AccountLimit.ConcurrentExecutions,
    unreservedExecutions: AccountLimit.UnreservedConcurrentExecutions,
  };
  const deployed = await countDeployed(stageName, reservations);
  const { isEnough, lines } = checkConcurrency(stageName, quota, reservations, deployed);
  for (const line of lines) print(line);
  return isEnough;
}

/** Add up what the functions of the deployed stage reserve: none before the first deployment. */
async function countDeployed(stageName: string, reservations: readonly Reservation[]): Promise<number> {
  const names = await findPhysicalIds(
    stageName,
    reservations.map(({ logicalId }) => logicalId),
  );
  const reserved = await Promise.all(
    names.map(async (name) => {
      const path = `/2019-09-30/functions/${name}/concurrency`;
      const { ReservedConcurrentExecutions } = (await get(path)) as { ReservedConcurrentExecutions?: number };
      return ReservedConcurrentExecutions ?? 0;
    }),
  );
  return reserved.reduce((total, executions) => total + executions, 0);
}

async function get(path: string): Promise<unknown> {
  return (await sendSignedRequest({ service: LAMBDA, method: 'GET', path, headers: {} })).body;
}
