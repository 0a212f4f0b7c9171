import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import {
  connect,
  type DueMessage,
  loadDueEntry,
  scheduleContent,
  setPlatforms,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newTenant, newToken } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

/** A post whose attempts fail before it is sent, and that a person then gives another time. */

setupWorkers();
const platforms = simulatePlatforms();

/** No server has this port: the connection is refused, so that nothing is sent. */
const AWAY = 'http://127.0.0.1:1';

async function runNext(dueMessage: DueMessage): Promise<void> {
  advanceTime(Math.max(0, Date.parse((await loadDueEntry(dueMessage)).due_at!) - Date.now()));
  await onPublishDue(dueMessage, lambdaContext());
}

/** Move a post whose attempts have failed, and fail once at its new time. Returns the seconds until the next attempt. */
async function delayAfter(change: () => Json): Promise<number> {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  setPlatforms(platforms().origin, { twitter: AWAY });
  const { contentId, dueMessage } = await scheduleContent(tenant, 'twitter');
  for (let attempt = 0; attempt < 3; attempt++) await runNext(dueMessage);
  expect((await loadDueEntry(dueMessage)).attempts).toBe(3);
  const token = await newToken(tenant);
  await callApi('content.update', { token, params: { id: contentId }, body: change() });
  await runNext(dueMessage);
  const { state, attempts, due_at } = await loadDueEntry(dueMessage);
  expect([state, attempts]).toEqual(['pending', 1]);
  return (Date.parse(due_at!) - Date.now()) / 1000;
}

describe('a post whose attempts have failed', () => {
  it('is attempted again after 15 s at the time to which it was moved', async () => {
    expect(await delayAfter(() => ({ scheduled_at: inSeconds(3600) }))).toBe(15);
  });
});
