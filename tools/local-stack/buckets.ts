import { createHash } from 'node:crypto';
import type { Queues } from './queues.ts';
import { type Store, transaction } from './store.ts';
import { REGION, type Resource, type Template } from './template.ts';

/** An object as a listing shows it. */
export type ObjectInfo = { key: string; bytes: number; storedMs: number };

/** An object. `etag` is the MD5 of its body in hexadecimal digits. */
export interface StoredObject {
  body: Buffer;
  contentType: string;
  etag: string;
}

/** A rule by which web pages of other origins may use a bucket. */
export type CorsRule = {
  AllowedOrigins: string[];
  AllowedMethods: string[];
  AllowedHeaders?: string[];
  MaxAge?: number;
};

export type Buckets = ReturnType<typeof createBuckets>;

type BucketProperties = {
  LifecycleConfiguration?: { Rules: { ExpirationInDays?: number; Prefix?: string }[] };
  NotificationConfiguration?: {
    QueueConfigurations?: { Queue: string; Filter?: { S3Key: { Rules: { Name: string; Value: string }[] } } }[];
  };
  CorsConfiguration?: { CorsRules: CorsRule[] };
};

const DAY_MS = 86_400_000;
const DEFAULT_TYPE = 'binary/octet-stream';

/**
 * The S3 buckets of the template, on the store. Objects expire as the lifecycle rules of their bucket say. A bucket
 * notifies its queues in the transaction that stores an object, so that no notification is lost.
 */
export function createBuckets(store: Store, template: Template, queues: Queues) {
  const all = template.ofType('AWS::S3::Bucket').map((resource) => bucketOf(resource, queues));
  const named = (name: string) => all.find((bucket) => bucket.name === name)!;
  const put = store.prepare(
    'INSERT OR REPLACE INTO objects (bucket, key, body, stored_ms, content_type) VALUES (?, ?, ?, ?, ?)',
  );
  const get = store.prepare('SELECT body, content_type FROM objects WHERE bucket = ? AND key = ?');
  const remove = store.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  const expire = store.prepare(
    'DELETE FROM objects WHERE bucket = ? AND substr(key, 1, length(?)) = ? AND stored_ms < ?',
  );
  const list = store.prepare(
    'SELECT key, length(body) AS bytes, stored_ms FROM objects WHERE bucket = ? AND key > ? ORDER BY key LIMIT ?',
  );
  const read = (bucket: string, key: string): StoredObject | undefined => {
    const row = get.get(bucket, key) as { body: Uint8Array; content_type: string | null } | undefined;
    if (!row) return undefined;
    const body = Buffer.from(row.body);
    return { body, contentType: row.content_type ?? DEFAULT_TYPE, etag: createHash('md5').update(body).digest('hex') };
  };
  return {
    /** Finds a bucket by its name or its ARN; returns its name. */
    find: (nameOrArn: string): string | undefined =>
      all.find(({ name, arn }) => name === nameOrArn || arn === nameOrArn)?.name,
    corsRules: (bucket: string): CorsRule[] => named(bucket).corsRules,
    put: (bucket: string, key: string, body: Uint8Array, contentType = DEFAULT_TYPE): void => {
      const { arn, notified } = named(bucket);
      transaction(store, () => {
        put.run(bucket, key, body, Date.now(), contentType);
        for (const { queue, prefix } of notified) {
          if (key.startsWith(prefix)) queues.send(queue, JSON.stringify(toNotification(bucket, arn, key, body.length)));
        }
      });
    },
    get: read,
    remove: (bucket: string, key: string): void => {
      remove.run(bucket, key);
    },
    /** The objects after a key, in the order of their keys, at most `limit`. */
    list: (bucket: string, after: string, limit: number): ObjectInfo[] => {
      for (const { days, prefix } of named(bucket).expirations) {
        expire.run(bucket, prefix, prefix, Date.now() - days * DAY_MS);
      }
      const rows = list.all(bucket, after, limit) as { key: string; bytes: number; stored_ms: number }[];
      return rows.map(({ key, bytes, stored_ms: storedMs }) => ({ key, bytes, storedMs }));
    },
  };
}

function bucketOf({ id, name, arn, properties }: Resource, queues: Queues) {
  const { LifecycleConfiguration, NotificationConfiguration, CorsConfiguration } = properties as BucketProperties;
  const expirations = (LifecycleConfiguration?.Rules ?? []).flatMap(
    ({ ExpirationInDays: days, Prefix: prefix = '' }) => (days === undefined ? [] : [{ days, prefix }]),
  );
  const notified = (NotificationConfiguration?.QueueConfigurations ?? []).map(({ Queue, Filter }) => {
    const queue = queues.find(Queue);
    if (!queue) throw new Error(`${id}.NotificationConfiguration: ${Queue} is not a queue of the template`);
    return { queue, prefix: Filter?.S3Key.Rules.find(({ Name }) => Name === 'prefix')?.Value ?? '' };
  });
  return { name, arn, expirations, notified, corsRules: CorsConfiguration?.CorsRules ?? [] };
}

/** Build the notification about a new object, with the fields of S3's event message structure 2.1. */
function toNotification(bucket: string, arn: string, key: string, size: number) {
  const object = { key: encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+'), size };
  const s3 = { s3SchemaVersion: '1.0', bucket: { name: bucket, arn }, object };
  const source = { eventVersion: '2.1', eventSource: 'aws:s3', awsRegion: REGION };
  return { Records: [{ ...source, eventTime: new Date().toISOString(), eventName: 'ObjectCreated:Put', s3 }] };
}
