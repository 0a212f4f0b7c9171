import { expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime } from './api-harness.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from './simulated.ts';
import { newTenant } from './tenants.ts';
import { lambdaContext, setupWorkers } from './worker-harness.ts';

/** How long a lookup of a mention takes. Only the clock of the functions moves; lookups at the same time take it once. */
let lookupSeconds = 0;
let lookups = 0;

vi.mock('../../lib/adapters/bluesky/request.ts', async (original) => {
  const module = await original<typeof import('../../lib/adapters/bluesky/request.ts')>();
  const queryPublicly: typeof module.queryPublicly = async (...request) => {
    lookups += 1;
    const beganMs = Date.now();
    await Promise.resolve();
    if (Date.now() === beganMs) advanceTime(lookupSeconds * 1000);
    return module.queryPublicly(...request);
  };
  return { ...module, queryPublicly };
});

setupWorkers();
const platforms = simulatePlatforms();

const TIMEOUT_MS = 90_000;
const MENTIONS = 20;

/** Publish a post with 20 mentions. Returns its entry, and how long the attempt took. */
async function publishMentions(seconds: number) {
  const tenant = await newTenant();
  await connect(tenant, 'bluesky');
  const description = Array.from({ length: MENTIONS }, (_, index) => `@a${index}.test`).join(' ');
  const { dueMessage } = await scheduleContent(tenant, 'bluesky', { description });
  advanceTime(60_000);
  [lookupSeconds, lookups] = [seconds, 0];
  const startMs = Date.now();
  await onPublishDue(dueMessage, lambdaContext(TIMEOUT_MS));
  return { entry: await loadDueEntry(dueMessage), tookMs: Date.now() - startMs };
}

it('a post with 20 mentions, each looked up in 13 s, is published within the timeout of its function', async () => {
  const { entry, tookMs } = await publishMentions(13);
  expect(tookMs).toBeLessThan(TIMEOUT_MS);
  expect(lookups).toBe(MENTIONS);
  expect(entry).toMatchObject({ state: 'published', attempts: 1 });
});

it('a post whose mentions cannot be looked up in time ends the attempt as retryable, without having been sent', async () => {
  const { entry, tookMs } = await publishMentions(25);
  expect(tookMs).toBeLessThan(TIMEOUT_MS);
  expect(lookups).toBeLessThan(MENTIONS);
  expect(entry).toMatchObject({ state: 'pending', attempts: 1, error: { code: 'preparation_slow', retryable: true } });
  expect(await platforms().posts()).toEqual([]);
});
