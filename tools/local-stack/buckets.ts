import type { Store } from './store.ts';
import type { Template } from './template.ts';

/** An object as a listing shows it. */
export type ObjectInfo = { key: string; bytes: number; storedMs: number };

export type Buckets = ReturnType<typeof createBuckets>;

type BucketProperties = { LifecycleConfiguration?: { Rules: { ExpirationInDays: number }[] } };

const DAY_MS = 86_400_000;

/** The S3 buckets of the template, on the store. Objects expire as the lifecycle rule of their bucket says. */
export function createBuckets(store: Store, template: Template) {
  const all = template.ofType('AWS::S3::Bucket').map(({ name, arn, properties }) => {
    const rules = (properties as BucketProperties).LifecycleConfiguration?.Rules ?? [];
    return { name, arn, expiryMs: Math.min(...rules.map(({ ExpirationInDays }) => ExpirationInDays * DAY_MS)) };
  });
  const put = store.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?)');
  const get = store.prepare('SELECT body FROM objects WHERE bucket = ? AND key = ?');
  const remove = store.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  const expire = store.prepare('DELETE FROM objects WHERE bucket = ? AND stored_ms < ?');
  const list = store.prepare(
    'SELECT key, length(body) AS bytes, stored_ms FROM objects WHERE bucket = ? AND key > ? ORDER BY key LIMIT ?',
  );
  return {
    /** Finds a bucket by its name or its ARN; returns its name. */
    find: (nameOrArn: string): string | undefined =>
      all.find(({ name, arn }) => name === nameOrArn || arn === nameOrArn)?.name,
    put: (bucket: string, key: string, body: Uint8Array): void => {
      put.run(bucket, key, body, Date.now());
    },
    get: (bucket: string, key: string): Buffer | undefined => {
      const row = get.get(bucket, key) as { body: Uint8Array } | undefined;
      return row && Buffer.from(row.body);
    },
    remove: (bucket: string, key: string): void => {
      remove.run(bucket, key);
    },
    /** The objects after a key, in the order of their keys, at most `limit`. */
    list: (bucket: string, after: string, limit: number): ObjectInfo[] => {
      const expiryMs = all.find(({ name }) => name === bucket)!.expiryMs;
      if (Number.isFinite(expiryMs)) expire.run(bucket, Date.now() - expiryMs);
      const rows = list.all(bucket, after, limit) as { key: string; bytes: number; stored_ms: number }[];
      return rows.map(({ key, bytes, stored_ms: storedMs }) => ({ key, bytes, storedMs }));
    },
  };
}
