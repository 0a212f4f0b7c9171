import { expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

/**
 * How long a lookup of a mention takes, unless its deadline ends it. Only the clock of the functions moves; lookups at the
 * same time take it once.
 */
let lookupSeconds = 0;
let lookups = 0;

vi.mock('../../lib/platforms/bluesky/adapter/request.ts', async (original) => {
  const module = await original<typeof import('../../lib/platforms/bluesky/adapter/request.ts')>();
  const queryPublicly: typeof module.queryPublicly = async (...request) => {
    lookups += 1;
    const beganMs = Date.now();
    await Promise.resolve();
    const { deadlineMs } = request[2];
    const takesMs = lookupSeconds * 1000;
    if (Date.now() === beganMs) advanceTime(Math.min(takesMs, deadlineMs));
    if (takesMs > deadlineMs) return { response: null, sent: true, reason: 'TIMEOUT' };
    return module.queryPublicly(...request);
  };
  return { ...module, queryPublicly };
});

setupWorkers();
const platforms = simulatePlatforms();

const TIMEOUT_MS = 90_000;
/** How long the lookups of an attempt take together. */
const LOOKUP_MS = 30_000;
const MENTIONS = 20;

/** Publish a post with 20 mentions. Returns its entry, and how long the attempt took. */
async function publishMentions(seconds: number, parts = 1) {
  const tenant = await newTenant();
  await connect(tenant, 'bluesky');
  const all = Array.from({ length: MENTIONS }, (_, index) => `@a${index}.test`);
  const ofPart = (part: number) => all.filter((_, index) => index % parts === part).join(' ');
  const thread = Array.from({ length: parts - 1 }, (_, index) => ({ text: ofPart(index + 1) }));
  const { dueMessage } = await scheduleContent(tenant, 'bluesky', { description: ofPart(0), thread });
  advanceTime(60_000);
  [lookupSeconds, lookups] = [seconds, 0];
  const startMs = Date.now();
  await onPublishDue(dueMessage, lambdaContext(TIMEOUT_MS));
  return { entry: await loadDueEntry(dueMessage), tookMs: Date.now() - startMs };
}

it('a post with 20 mentions, each looked up in 7 s, is published within 30 s', async () => {
  const { entry, tookMs } = await publishMentions(7);
  expect(tookMs).toBeLessThan(LOOKUP_MS);
  expect(lookups).toBe(MENTIONS);
  expect(entry).toMatchObject({ state: 'published', attempts: 1 });
});

it.each([13, 15, 25])(
  'a post with 20 mentions, each looked up in %d s, ends the attempt after 30 s, unsent',
  async (seconds) => {
    const { entry, tookMs } = await publishMentions(seconds);
    expect(tookMs).toBeLessThanOrEqual(LOOKUP_MS);
    expect(lookups).toBeLessThan(MENTIONS);
    expect(entry).toMatchObject({ state: 'pending', attempts: 1, error: { retryable: true } });
    expect(await platforms().posts()).toEqual([]);
  },
);

it('the posts of a thread have these 30 s together', async () => {
  const { entry, tookMs } = await publishMentions(13, 2);
  expect(tookMs).toBeLessThanOrEqual(LOOKUP_MS);
  expect(entry).toMatchObject({ state: 'pending', error: { retryable: true } });
  expect(await platforms().posts()).toEqual([]);
});
