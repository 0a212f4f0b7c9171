import { METRIC_NAMES, type Metrics } from '../../lib/analytics/rules/metrics.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import type { Change } from './in-memory-dynamodb.ts';

/** The stored sums of a day `YYYY-MM-DD` or an hour `YYYY-MM-DDTHH`: `scope` is `all`, or the id of an item or account. */
export type StoredBucket = Item & { scope: string; time: string };

/**
 * The sums in the table, each hour separately, with the attributes `platform|name`. Four hours share an item,
 * which is an internal layout of the table.
 */
export function readBuckets(items: Item[]): StoredBucket[] {
  return items.flatMap((item) => {
    if (item.entity !== 'Bucket' && item.entity !== 'ContentBucket') return [];
    const [pk, sk] = [String(item.pk).split('#'), String(item.sk)];
    const [scope, time] = item.entity === 'Bucket' ? [pk[3]!, sk] : [sk, pk[3]!];
    // The sums of an account repeat those of its workspace.
    if (scope.startsWith('acc_')) return [];
    const sums = new Map<string, StoredBucket>();
    for (const [name, value] of Object.entries(item)) {
      const found = /^(?:(\d\d)\|)?([a-z]+)(?:@acc_\w+)?(\|[a-z_]+)$/.exec(name);
      if (!found) continue;
      const [, hour, platform, metric] = found;
      const rest = `${platform}${metric}`;
      const at = hour === undefined ? time : `${time.slice(0, 11)}${hour}`;
      sums.set(at, { ...(sums.get(at) ?? { scope, time: at }), [rest]: value });
    }
    return [...sums.values()];
  });
}

/** What one poll has added to the day of its item; null for a metric that it did not report. */
export interface Addition {
  workspace_id: string;
  content_id: string;
  platform: Platform;
  posts: number;
  deltas: Metrics;
}

/** The additions of polls to the sums, from the changes of the table. */
export function readAdditions(changes: Change[]): Addition[] {
  return changes.flatMap(({ before, after }) => {
    if (after?.entity !== 'ContentBucket' || String(after.pk).split('#')[3]!.includes('T')) return [];
    const sources = new Set(Object.keys(after).flatMap((name) => (name.includes('|') ? [name.split('|')[0]!] : [])));
    return [...sources].flatMap((source): Addition[] => {
      const platform = source.split('@')[0] as Platform;
      const name = (metric: string) => `${source}|${metric}`;
      if (after[name('as_of')] === before?.[name('as_of')]) return [];
      const added = (metric: string) => Number(after[name(metric)]) - Number(before?.[name(metric)] ?? 0);
      const deltas = METRIC_NAMES.map((metric) => [metric, Object.hasOwn(after, name(metric)) ? added(metric) : null]);
      const workspace_id = String(after.pk).split('#')[1]!;
      return [
        {
          ...{ workspace_id, content_id: String(after.sk), platform, posts: added('posts') },
          deltas: Object.fromEntries(deltas) as Metrics,
        },
      ];
    });
  });
}
