import { describe, expect, it } from 'vitest';
import { advanceTime } from '../functions/api-harness.ts';
import { published, resume, runAll, runWorker, THREAD, type Thread, targetOf } from '../functions/given/thread.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

/** The token of an account ends between two parts of a thread. */

setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const TOKENS = { access_token: 'first-x', refresh_token: 'first-x-refresh', expires_in: 7200, client_id: 'app' };
const CHAIN = [
  ['One', null],
  ['Two', 'One'],
  ['Three', 'Two'],
];

const register = (access_token: string) =>
  platforms().register({ platform: 'twitter', account: ACCOUNTS.twitter.externalId, ...TOKENS, access_token });

/** A thread of three whose first part is live, and whose token has to be refreshed before the second one. */
async function betweenParts(): Promise<Thread> {
  const { access_token, ...more } = TOKENS;
  await register(access_token);
  const tenant = await newTenant();
  await connect(tenant, 'twitter', access_token, more);
  const thread = { tenant, ...(await scheduleContent(tenant, 'twitter', { description: 'One', thread: THREAD })) };
  advanceTime(MINUTE);
  await runWorker(thread);
  expect((await loadDueEntry(thread.dueMessage)).state).toBe('continuing');
  return thread;
}

describe('a thread whose token expires between two parts', () => {
  it('continues with a new token', async () => {
    const thread = await betweenParts();
    advanceTime(130 * MINUTE);
    expect((await runAll(thread)).state).toBe('published');
    expect(await published()).toEqual(CHAIN);
  });

  it('is interrupted when the response to the refresh is lost, and resumed after the account was connected again', async () => {
    const thread = await betweenParts();
    advanceTime(130 * MINUTE);
    await platforms().script('twitter', 'ok_then_drop', 1, { on: 'refresh' });
    expect(await runAll(thread)).toMatchObject({ state: 'interrupted', error: { code: 'account_needs_reconnect' } });
    expect(await published()).toEqual(CHAIN.slice(0, 1));
    await register('another-token');
    await connect(thread.tenant, 'twitter', 'another-token');
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect(await published()).toEqual(CHAIN);
    expect(await targetOf(thread)).toMatchObject({ status: 'published' });
  });
});
