import { describe, expect, it } from 'vitest';
import { type Metrics, NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { applyPoll, type PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { type Poll, savePolls } from '../../lib/analytics/workers/save-polls.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, inSeconds } from '../functions/api-harness.ts';
import { readBuckets } from '../functions/bucket-reader.ts';
import { measureConsumed } from '../functions/consumed-units.ts';
import { simulateConflicts } from '../functions/simulated-conflicts.ts';
import { newId } from '../functions/tenants.ts';
import { sdkError, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const WORKSPACE = newId('workspace');
const buckets = () => readBuckets(harness.table.items());
const dayOfAll = () => buckets().filter(({ scope, time }) => scope === 'all' && !time.includes('T'));

/** A stored post. */
async function post(workspace_id = WORKSPACE): Promise<PostMetrics> {
  const metrics: PostMetrics = {
    id: newId('entry'),
    workspace_id,
    content_id: newId('content'),
    platform: 'twitter',
    account_id: null,
    platform_post_id: newId('entry'),
    published_at: inSeconds(-60),
    hashtags: [],
    totals: NO_METRICS,
    measured_at: null,
    due_at: inSeconds(0),
    version: 0,
  };
  await commit([postMetricsWrite(null, metrics)]);
  return metrics;
}

function poll(read: PostMetrics, totals: Partial<Metrics>): Poll {
  return {
    post: read,
    ...applyPoll(read, { ...NO_METRICS, ...totals }, { schedule: 'frequent', nowMs: Date.now(), everyMinutes: 15 }),
  };
}

async function posts(count: number): Promise<PostMetrics[]> {
  const made: PostMetrics[] = [];
  for (let n = 0; n < count; n++) made.push(await post());
  return made;
}

describe('a poll', () => {
  it('is added to the hour and the day, of its item and of the workspace, and zero is added as zero', async () => {
    const read = await post();
    await savePolls([poll(read, { impressions: 100, likes: 7, comments: 0 })]);
    const keys = buckets().map(({ scope, time }) => `${scope} ${time}`);
    expect(keys.sort()).toEqual(
      ['all', read.content_id].flatMap((scope) => [`${scope} 2026-08-03`, `${scope} 2026-08-03T10`]).sort(),
    );
    for (const bucket of buckets()) {
      const sums = { 'twitter|impressions': 100, 'twitter|likes': 7, 'twitter|comments': 0, 'twitter|posts': 1 };
      expect(bucket).toMatchObject(sums);
      expect(bucket).not.toHaveProperty('twitter|saves');
    }
  });

  it('is added to the sums of earlier ones, also when it lowers them', async () => {
    const first = poll(await post(), { impressions: 100, likes: 7 });
    await savePolls([first]);
    await savePolls([poll({ ...first.measurement, version: 1 }, { impressions: 200, likes: 4 })]);
    for (const bucket of buckets()) {
      expect(bucket).toMatchObject({ 'twitter|impressions': 200, 'twitter|likes': 4, 'twitter|posts': 1 });
    }
  });

  it('is added exactly once, however often and concurrently it is saved', async () => {
    const polls = (await posts(3)).map((read) => poll(read, { likes: 5 }));
    const saves = await Promise.all([savePolls(polls), savePolls(polls), savePolls([...polls].reverse())]);
    await savePolls(polls);
    expect(dayOfAll()).toMatchObject([{ 'twitter|likes': 15, 'twitter|posts': 3 }]);
    expect(saves.flatMap(({ saved }) => saved)).toHaveLength(3);
    expect(saves.flatMap(({ failures }) => failures)).toEqual([]);
  });

  it.each([1, 2, 3])(
    'whose worker is killed at its command %i is added once by the next one, or was before',
    async (n) => {
      const polls = (await posts(40)).map((read) => poll(read, { likes: 1 }));
      for (const moment of ['fault', 'failAfterWrite'] as const) {
        let commands = 0;
        harness.table[moment] = () => (++commands >= n ? sdkError('InternalServerError') : null);
        await savePolls(polls);
        harness.table[moment] = null;
      }
      expect((await savePolls(polls)).failures).toEqual([]);
      expect(dayOfAll()).toMatchObject([{ 'twitter|likes': 40, 'twitter|posts': 40 }]);
      expect(storedRecords<PostMetrics>(harness, 'PostMetrics').every(({ version }) => version === 1)).toBe(true);
    },
  );

  it('of a post that another worker has polled does not prevent those of its batch', async () => {
    const reads = await posts(3);
    await savePolls([poll(reads[1]!, { likes: 5 })]);
    const { saved, failures } = await savePolls(reads.map((read) => poll(read, { likes: 2 })));
    expect(saved).toEqual([reads[0], reads[2]]);
    expect(failures).toEqual([]);
    expect(dayOfAll()).toMatchObject([{ 'twitter|likes': 9, 'twitter|posts': 3 }]);
  });
});

describe('the polls of a workspace', () => {
  it('share transactions, so that five hundred take at most twenty, none of which conflicts', async () => {
    const polls = (await posts(500)).map((read) => poll(read, { likes: 2 }));
    const { counts, end } = simulateConflicts();
    const { failures } = await savePolls(polls);
    end();
    expect(failures).toEqual([]);
    expect(counts).toEqual({ transactions: expect.any(Number), conflicts: 0 });
    expect(counts.transactions).toBeLessThanOrEqual(20);
    expect(dayOfAll()).toMatchObject([{ 'twitter|likes': 1_000, 'twitter|posts': 500 }]);
  });

  it('that several workers save at once are all added', async () => {
    const polls = (await posts(200)).map((read) => poll(read, { likes: 1 }));
    const { end } = simulateConflicts();
    const workers = Array.from({ length: 8 }, (_, n) => savePolls(polls.slice(n * 25, n * 25 + 25)));
    const results = await Promise.all(workers);
    end();
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(dayOfAll()).toMatchObject([{ 'twitter|likes': 200, 'twitter|posts': 200 }]);
  });
});

describe('saving a later poll costs', () => {
  /** Save a first poll of each, then measures the second. */
  async function laterPoll(count: number) {
    const first = (await posts(count)).map((read) => poll(read, { likes: 1, impressions: 10 }));
    await savePolls(first);
    advanceTime(900_000);
    const later = first.map(({ measurement }) => poll({ ...measurement, version: 1 }, { likes: 2, impressions: 30 }));
    return measureConsumed(harness.table, () => savePolls(later));
  }

  it('one transaction of 12 write units for a post alone', async () => {
    expect(await laterPoll(1)).toEqual({ commands: ['TransactWriteCommand'], reads: 0, writes: 12 });
  });

  it('one transaction, and 8 write units for each post and 4 together, for the posts of an account', async () => {
    expect(await laterPoll(20)).toEqual({ commands: ['TransactWriteCommand'], reads: 0, writes: 164 });
  });
});
