import type { MetricsDelta } from '../../domain/analytics/post-metrics.ts';
import { mergeIncrements, type Write } from '../../table/commit.ts';
import { bucketWrites } from '../../table/metric-buckets.ts';
import { metricsDeltaWrite } from '../../table/post-metrics.ts';
import { commitTogether, splitIntoTransactions } from './transactions.ts';

const MAX_TRANSACTION_ITEMS = 100;

/**
 * Add new metrics deltas to their buckets and mark them as aggregated. The deltas of a workspace change the same buckets,
 * so they share transactions: concurrent ones would conflict for seconds, and the stream would wait for them. Returns the
 * error of each delta that failed.
 */
export async function onMetricsDeltas(deltas: MetricsDelta[]): Promise<Map<MetricsDelta, unknown>> {
  const failures = new Map<MetricsDelta, unknown>();
  const left = deltas.filter(({ is_aggregated }) => !is_aggregated);
  const byWorkspace = Map.groupBy(left, ({ workspace_id }) => workspace_id);
  await Promise.all(
    [...byWorkspace.values()].map(async (group) => {
      for (const part of splitIntoTransactions(group, bucketWrites, MAX_TRANSACTION_ITEMS)) {
        await commitTogether(part, toWrites).catch((error) => {
          for (const delta of part) failures.set(delta, error);
        });
      }
    }),
  );
  return failures;
}

function toWrites(deltas: MetricsDelta[]): Write[] {
  return [
    ...deltas.map((each) => metricsDeltaWrite(each, { ...each, is_aggregated: true, due_at: null })),
    ...mergeIncrements(deltas.flatMap((each) => bucketWrites(each))),
  ];
}
