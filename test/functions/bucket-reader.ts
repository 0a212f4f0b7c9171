import type { Item } from '../../lib/table/schema.ts';

/** The stored sums of a day `YYYY-MM-DD` or an hour `YYYY-MM-DDTHH`: `scope` is `all` or an item's id. */
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
    const sums = new Map<string, StoredBucket>();
    for (const [name, value] of Object.entries(item)) {
      const found = /^(?:(\d\d)\|)?([a-z]+\|[a-z_]+)$/.exec(name);
      if (!found) continue;
      const [, hour, rest] = found;
      const at = hour === undefined ? time : `${time.slice(0, 11)}${hour}`;
      sums.set(at, { ...(sums.get(at) ?? { scope, time: at }), [rest!]: value });
    }
    return [...sums.values()];
  });
}
