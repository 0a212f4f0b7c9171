import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { advanceTime, skipRetryPauses } from '../functions/api-harness.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { cancelled, throttled } from '../functions/table-faults.ts';
import { newTenant } from '../functions/tenants.ts';
import { lambdaContext, sdkError, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

type Fault = (command: string, input: Record<string, unknown>) => Error | null;

const isTransaction = (command: string) => command === 'TransactWriteCommand';

/**
 * About to send, outcome: the second transaction records what the platform has answered. A post with media is claimed
 * before.
 */
const RECORDING = 2;

/** Fail commands with this fault from the `n`th transaction on, `times` times. */
function failFromTransaction(n: number, times: number, fault: Fault): { failures: () => number } {
  let [transactions, failures] = [0, 0];
  harness.table.fault = (command, input) => {
    if (isTransaction(command)) transactions += 1;
    if (transactions < n || failures >= times) return null;
    const error = fault(command, input);
    if (error) failures += 1;
    return error;
  };
  return { failures: () => failures };
}

const network = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

const FAULTS: [string, Fault][] = [
  ['throttles', throttled],
  ['conflicts', (command, input) => (isTransaction(command) ? cancelled(input, 'None', 'TransactionConflict') : null)],
  [
    'throttles beside conflicts',
    (command, input) => (isTransaction(command) ? cancelled(input, 'ThrottlingError', 'TransactionConflict') : null),
  ],
  ['lost races', (command, input) => (isTransaction(command) ? cancelled(input, 'ConditionalCheckFailed') : null)],
  [
    'lost races and throttled reads',
    (command, input) =>
      isTransaction(command) ? cancelled(input, 'ConditionalCheckFailed') : throttled(command, input),
  ],
  ['network errors', network],
  ['internal errors', () => sdkError('InternalServerError')],
];

async function due(platform: (typeof PLATFORMS)[number]): Promise<DueMessage> {
  const tenant = await newTenant();
  await connect(tenant, platform);
  const { dueMessage } = await scheduleContent(tenant, platform);
  advanceTime(60_000);
  skipRetryPauses();
  return dueMessage;
}

describe('the post of a send', () => {
  it.each(FAULTS)('is recorded after a hundred %s of the table', async (_, fault) => {
    const dueMessage = await due('linkedin');
    const { failures } = failFromTransaction(RECORDING, 100, fault);
    await handler(dueMessage, lambdaContext());
    expect(failures()).toBe(100);
    const [post, ...more] = await platforms().posts();
    expect(more).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', platform_post_id: post!.id });
  });

  it.each(PLATFORMS)('of %s is recorded while the table is throttled', async (platform) => {
    const dueMessage = await due(platform);
    failFromTransaction(platform === 'instagram' ? RECORDING + 1 : RECORDING, 60, throttled);
    await handler(dueMessage, lambdaContext());
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('is recorded and counted once when the response of the table is lost', async () => {
    const dueMessage = await due('linkedin');
    let transactions = 0;
    harness.table.failAfterWrite = (command) => {
      if (isTransaction(command)) transactions += 1;
      return isTransaction(command) && transactions === RECORDING ? network() : null;
    };
    await handler(dueMessage, lambdaContext());
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
    expect(harness.logged().match(/"PostsPublished":1/g)).toHaveLength(1);
  });

  it('is in the log, and the entry unconfirmed later, when the table fails until the invocation ends', async () => {
    const dueMessage = await due('linkedin');
    failFromTransaction(RECORDING, Number.POSITIVE_INFINITY, throttled);
    const startedAtMs = Date.now();
    await expect(handler(dueMessage, lambdaContext(90_000))).rejects.toThrow();
    expect(Date.now() - startedAtMs).toBeGreaterThan(88_000);
    expect(Date.now() - startedAtMs).toBeLessThanOrEqual(89_000);
    harness.table.fault = null;
    expect((await loadDueEntry(dueMessage)).state).toBe('sending');
    const [post] = await platforms().posts();
    expect(harness.logged()).toMatch(new RegExp(`platform post confirmed.*${post!.id}`));
  });

  it('is recorded as unconfirmed while the table is throttled, when the platform did not answer', async () => {
    const dueMessage = await due('linkedin');
    await platforms().script('linkedin', 'truncated_json');
    failFromTransaction(RECORDING, 100, throttled);
    await handler(dueMessage, lambdaContext());
    expect((await loadDueEntry(dueMessage)).state).toBe('unconfirmed');
  });
});

describe('the post that a reconciliation has found', () => {
  it.each(FAULTS)('is recorded after a hundred %s of the table', async (_, fault) => {
    const dueMessage = await due('twitter');
    await platforms().script('twitter', 'truncated_json');
    await handler(dueMessage, lambdaContext());
    const entry = await loadDueEntry(dueMessage);
    expect(entry.state).toBe('unconfirmed');
    advanceTime(Date.parse(entry.due_at!) - Date.now());
    const { failures } = failFromTransaction(1, 100, fault);
    await handler(dueMessage, lambdaContext());
    expect(failures()).toBe(100);
    const [post] = await platforms().posts();
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', platform_post_id: post!.id });
  });
});
