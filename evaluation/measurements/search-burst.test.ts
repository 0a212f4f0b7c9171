import { afterAll, beforeAll, expect, test } from 'vitest';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { withInvocationDeadline } from '../../lib/core/retry/invocation-deadline.ts';
import { table } from '../../lib/core/table/client.ts';
import { searchedFields } from '../../lib/search/rules/search-document.ts';
import { indexContent } from '../../lib/search/workers/index-content.ts';
import { stage } from '../../lib/stack/stages.ts';
import { openEmbeddedTable } from '../../test/core/table/embedded-table.ts';
import { newId } from '../../test/functions/tenants.ts';

/**
 * How long the search index takes for new items of one workspace, whose terms have one partition key: DynamoDB admits 1,000
 * write units a second for it, and rejects the others. The messages of the items are in the step queue.
 */

const ITEMS = 100;
const WORDS = 78;
const ADMITTED_PER_SECOND = 1_000;
const MAX_SECONDS = 15;
const MAX_RATIO = 1.2;
const STEP_TIMEOUT_MS = 60_000;

const workspaceId = newId('workspace');
const contents = Array.from({ length: ITEMS }, (_, item) => {
  const words = Array.from({ length: WORDS }, (_, word) => `item${item}x${word}word`);
  const owner = { id: newId('content'), workspaceId, userId: newId('user') };
  return newContent({ title: words.join(' '), platforms: ['linkedin'] }, owner, Date.now());
});
let admitted = 0;
let rejected = 0;
let stop: () => Promise<void>;

beforeAll(async () => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
  const items = contents.flatMap((content) => contentWrites(null, { content, entries: [] }));
  ({ stop } = await openEmbeddedTable(items.flatMap((write) => ('put' in write ? [write.put] : []))));
  limitPartition();
});

afterAll(() => stop());

/** Reject writes of terms beyond the rate of a partition, as DynamoDB does: before the request has an effect. */
function limitPartition(): void {
  let tokens = ADMITTED_PER_SECOND;
  let filledMs = performance.now();
  table.middlewareStack.add(
    (next) => async (args) => {
      const { Item } = args.input as { Item?: { pk?: { S?: string } } };
      if (!Item?.pk?.S?.endsWith('#SEARCHTERM')) return next(args);
      const nowMs = performance.now();
      tokens = Math.min(ADMITTED_PER_SECOND, tokens + ((nowMs - filledMs) / 1000) * ADMITTED_PER_SECOND);
      filledMs = nowMs;
      if (tokens < 1) {
        rejected += 1;
        throw Object.assign(new Error('Throughput exceeds the current capacity.'), {
          name: 'ProvisionedThroughputExceededException',
          $metadata: { httpStatusCode: 400 },
        });
      }
      tokens -= 1;
      admitted += 1;
      return next(args);
    },
    { name: 'limitPartition', step: 'finalizeRequest', priority: 'low' },
  );
}

test(`${ITEMS} new items with ${WORDS} words are found within ${MAX_SECONDS} s, for at most ${MAX_RATIO} times the writes`, async () => {
  const needed = contents.reduce((sum, content) => sum + searchedFields(content).terms.length, 0);
  expect(needed).toBe(ITEMS * WORDS);
  const startMs = performance.now();
  const queued = [...contents];
  const run = withInvocationDeadline((id: string, _context: object) => indexContent(workspaceId, id));
  const worker = async () => {
    for (let content = queued.shift(); content; content = queued.shift())
      await run(content.id, { getRemainingTimeInMillis: () => STEP_TIMEOUT_MS });
  };
  await Promise.all(
    Array.from({ length: stage('production', undefined, { alarmEmail: 'none' }).stepConcurrency! }, worker),
  );
  const seconds = (performance.now() - startMs) / 1000;
  console.log(`${needed} units needed, ${admitted} written, ${rejected} rejected, ${seconds.toFixed(1)} s`);
  expect(admitted / needed).toBeLessThanOrEqual(MAX_RATIO);
  expect(seconds).toBeLessThanOrEqual(MAX_SECONDS);
});
