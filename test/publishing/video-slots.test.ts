import { expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { newTenantOn, scheduleVideo } from '../functions/given/video-posts.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

// Waiting moves the clock of the functions, and takes no time.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (ms: number) => advanceTime(ms),
}));

setupWorkers();
const bucket = setupObjectStore();
const platforms = simulatePlatforms();

const VIDEOS = 100;
/** The concurrency of a publish function in production. */
const SLOTS = 50;

/** The messages of an entry: how long its first one waited for a slot, and how long its invocations lasted. */
type Run = { delayMs: number; heldMs: number; invocations: number; endMs: number };

/** Publish entries with the slots of one platform: each message waits until it is due and a slot is free. */
async function publishInSlots(messages: DueMessage[]): Promise<Map<DueMessage, Run>> {
  const dueMs = async (message: DueMessage) => Date.parse((await loadDueEntry(message)).due_at ?? '');
  const queue = await Promise.all(messages.map(async (message) => ({ message, atMs: await dueMs(message) })));
  const freeMs = Array.from({ length: SLOTS }, () => 0);
  const runs = new Map<DueMessage, Run>();
  while (queue.length > 0) {
    queue.sort((a, b) => a.atMs - b.atMs);
    const { message, atMs } = queue.shift()!;
    const slot = freeMs.indexOf(Math.min(...freeMs));
    const startMs = Math.max(atMs, freeMs[slot]!);
    vi.setSystemTime(startMs);
    await onPublishDue({ ...message, lane: 'slow' }, lambdaContext());
    freeMs[slot] = Date.now();
    const { delayMs = startMs - atMs, heldMs = 0, invocations = 0 } = runs.get(message) ?? {};
    const lasted = Date.now() - startMs;
    runs.set(message, { delayMs, heldMs: heldMs + lasted, invocations: invocations + 1, endMs: Date.now() });
    const nextMs = await dueMs(message);
    if (!Number.isNaN(nextMs)) queue.push({ message, atMs: nextMs });
  }
  return runs;
}

it(`${VIDEOS} videos that are processed for a minute delay no text, and hold none of the ${SLOTS} slots`, async () => {
  await platforms().videos('twitter', { seconds: 60 });
  const tenant = await newTenantOn('twitter');
  const videos: DueMessage[] = [];
  for (let count = 0; count < VIDEOS; count++) {
    videos.push((await scheduleVideo(tenant, 'twitter', bucket, 1_000)).dueMessage);
  }
  const { dueMessage: text } = await scheduleContent(tenant, 'twitter', {}, 61);
  const startMs = Date.now() + 60_000;
  const runs = await publishInSlots([...videos, text]);
  expect(runs.get(text)).toEqual({ delayMs: 0, heldMs: 0, invocations: 1, endMs: startMs + 1_000 });
  for (const video of videos) {
    // An upload, two looks 10 and 30 s later, and a post 70 s later.
    expect(runs.get(video)).toEqual({ delayMs: 0, heldMs: 0, invocations: 4, endMs: startMs + 70_000 });
    expect((await loadDueEntry(video)).state).toBe('published');
  }
});
