import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { ScriptName } from '../../lib/platforms/kit/simulator/fault-scripts.ts';
import { advanceTime, type Json, START } from '../functions/api-harness.ts';
import { intercept, runNext } from '../functions/given/lost-sends.ts';
import { newThread, published, request, type TargetView, type Thread, targetOf } from '../functions/given/thread.ts';
import { loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { killAt, setupWorkers } from '../functions/worker-harness.ts';

/**
 * People who report posts on Bluesky as failed, rightly or not, and retry them, in any order with lost responses, reads
 * that lag behind, killed workers and days in between.
 */

const harness = setupWorkers();
const platforms = simulatePlatforms();

type Step =
  | { action: 'run'; script: ScriptName; killAt: number | null }
  | { action: 'report' | 'retry' | 'lag' | 'catchUp' }
  | { action: 'pass'; minutes: number };

const SCRIPTS = [
  'ok',
  'ok_then_drop',
  'drop_before_effect',
  '500_after_effect',
  '500_before_effect',
  '429',
  '201_without_id',
] as const;
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        action: fc.constant('run' as const),
        script: fc.constantFrom(...SCRIPTS),
        killAt: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 4 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ action: fc.constantFrom('report' as const, 'retry' as const) }) },
    { weight: 1, arbitrary: fc.record({ action: fc.constantFrom('lag' as const, 'catchUp' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ action: fc.constant('pass' as const), minutes: fc.constantFrom(1, 61, 1_500) }),
    },
  ),
  { minLength: 4, maxLength: 16 },
);

/** How often each interesting step was taken, so that the rules do not hold vacuously. */
const seen = { mistaken: 0, retried: 0, found: 0, lagging: 0, killed: 0 };

const NOT_FOUND = { status: 400, body: { error: 'RecordNotFound', message: 'Could not locate record' } };
const texts = async () => (await published()).map(([text]) => text);
const lastTarget = (json: Json) => (json.targets as TargetView[])[0]!;

/** Run the worker at the next time of a post, with a fault of the server; it may be killed at a command. */
async function runWorker(thread: Thread, { script, killAt: command }: Extract<Step, { action: 'run' }>): Promise<void> {
  if ((await loadDueEntry(thread.dueMessage)).due_at === null) return;
  await platforms().script('bluesky', script);
  if (command !== null) {
    killAt(harness.table, command);
    seen.killed++;
  }
  await runNext(thread).catch(() => {});
  harness.table.fault = () => null;
  await platforms().script('bluesky', script, 0);
}

async function runPost(fields: Json, run: Step[]): Promise<void> {
  harness.table.clear();
  const before = (await texts()).length;
  let thread = await newThread(fields, 'bluesky');
  let isBehind = false;
  await using _ = await intercept(thread, 'bluesky', (url) =>
    isBehind && url.includes('getRecord') ? NOT_FOUND : null,
  );
  const live = async () => (await texts()).slice(before);
  const checkRules = async () => {
    const found = await live();
    expect(found, 'no text is live twice').toEqual([...new Set(found)]);
    const { status, platform_post_id: id } = await targetOf(thread, 'bluesky');
    if (status === 'published' && id !== null) {
      expect((await platforms().posts()).slice(before).map((post) => post.id)).toContain(id);
    }
  };
  for (const step of run) {
    if (step.action === 'run') await runWorker(thread, step);
    if (step.action === 'pass') advanceTime(step.minutes * 60_000);
    if (step.action === 'lag') isBehind = true;
    if (step.action === 'catchUp') isBehind = false;
    if (step.action === 'report') {
      const body = { outcome: 'failed', part: 0, schedule_id: thread.dueMessage.schedule_id };
      const { status } = await request(thread, 'content.resolve', body, { platform: 'bluesky' });
      if (status === 200 && (await live()).length > 0) seen.mistaken++;
    }
    if (step.action === 'retry') {
      const { status, json } = await request(thread, 'content.retry');
      if (status !== 202) continue;
      seen.retried++;
      if (isBehind) seen.lagging++;
      thread = { ...thread, dueMessage: { ...thread.dueMessage, schedule_id: lastTarget(json).schedule_id } };
    }
    await checkRules();
  }
  isBehind = false;
  for (let rounds = 0; (await loadDueEntry(thread.dueMessage)).due_at !== null; rounds++) {
    expect(rounds).toBeLessThan(60);
    await runNext(thread);
  }
  await checkRules();
  const { status, error, timeline } = await targetOf(thread, 'bluesky');
  if (timeline.at(-1)?.type === 'reconciled') seen.found++;
  // A retry that nothing has attempted in time leaves the report as it is.
  const isReported = timeline.at(-1)?.type === 'resolved' || error?.code === 'too_late';
  if ((await live()).length > 0 && !isReported) expect(status, 'a live post is found').toBe('published');
}

it('no report and no retry makes a second post on Bluesky, and a live one is found', async () => {
  for (const fields of [{}, { thread: [{ text: 'Two' }], first_comment: 'Comment' }]) {
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        vi.setSystemTime(new Date(START).getTime());
        await runPost(fields, run);
      }),
      { numRuns: 40, seed: 20_261_126, endOnFailure: false },
    );
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(2);
});
