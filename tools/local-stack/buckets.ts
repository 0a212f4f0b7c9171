import { createHash } from 'node:crypto';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { createMultipartUploads } from './multipart-uploads.ts';
import { openObjectFiles, type StoredFile } from './object-files.ts';
import type { Queues } from './queues.ts';
import { type Store, transaction } from './store.ts';
import { REGION, type Resource, type Template } from './template.ts';

/** An object as a listing shows it. */
export type ObjectInfo = { key: string; bytes: number; storedMs: number };

/** An object. `etag` has no quotation marks. */
export interface StoredObject {
  sizeBytes: number;
  contentType: string;
  etag: string;
  /** Reads bytes `from` to `end`, without the latter. */
  read: (from: number, end: number) => AsyncIterable<Uint8Array>;
}

/** A body that was received, as the object that it becomes. */
export type NewObject = { files: StoredFile[]; etag: string; contentType: string };

/** A rule by which web pages of other origins may use a bucket. */
export type CorsRule = {
  AllowedOrigins: string[];
  AllowedMethods: string[];
  AllowedHeaders?: string[];
  MaxAge?: number;
};

export type Buckets = ReturnType<typeof createBuckets>;

type LifecycleRule = {
  ExpirationInDays?: number;
  Prefix?: string;
  AbortIncompleteMultipartUpload?: { DaysAfterInitiation: number };
};

type BucketProperties = {
  LifecycleConfiguration?: { Rules: LifecycleRule[] };
  NotificationConfiguration?: {
    QueueConfigurations?: { Queue: string; Filter?: { S3Key: { Rules: { Name: string; Value: string }[] } } }[];
  };
  CorsConfiguration?: { CorsRules: CorsRule[] };
};

/** The content type of an object that was stored without one. */
export const DEFAULT_TYPE = 'binary/octet-stream';

type ObjectRow = { body: Uint8Array; content_type: string | null; files: string | null; etag: string | null };

/**
 * The S3 buckets of the template, on the store, with their large bodies in a folder. Objects expire as the lifecycle rules
 * of their bucket say. A bucket notifies its queues in the transaction that stores an object, so that no notification is
 * lost.
 */
export function createBuckets(store: Store, folder: string, template: Template, queues: Queues) {
  const all = template.ofType('AWS::S3::Bucket').map((resource) => bucketOf(resource, queues));
  const named = (name: string) => all.find((bucket) => bucket.name === name)!;
  const insert = store.prepare(
    'INSERT OR REPLACE INTO objects (bucket, key, body, stored_ms, content_type, files, etag) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const get = store.prepare('SELECT body, content_type, files, etag FROM objects WHERE bucket = ? AND key = ?');
  const remove = store.prepare('DELETE FROM objects WHERE bucket = ? AND key = ? RETURNING files');
  const expire = store.prepare(
    'DELETE FROM objects WHERE bucket = ? AND substr(key, 1, length(?)) = ? AND stored_ms < ? RETURNING files',
  );
  const list = store.prepare(
    'SELECT key, length(body) AS bytes, files, stored_ms FROM objects WHERE bucket = ? AND key > ? AND substr(key, 1, length(?)) = ? ORDER BY key LIMIT ?',
  );
  const uploads = createMultipartUploads(store);
  const files = openObjectFiles(folder, new Set([...namedFiles(store), ...uploads.files()]));
  const removeFilesOf = (rows: object[]) =>
    files.remove(rows.flatMap((row) => filesOf((row as Pick<ObjectRow, 'files'>).files)));

  /** Store an object and notify the queues. `andThen` runs in the same transaction. */
  function commit(bucket: string, key: string, body: Uint8Array, object: NewObject, andThen?: () => void): void {
    const { arn, notified } = named(bucket);
    const size = body.length + countBytes(object.files);
    const replaced = transaction(store, () => {
      const old = remove.all(bucket, key);
      const stored = object.files.length > 0 ? JSON.stringify(object.files) : null;
      insert.run(bucket, key, body, Date.now(), object.contentType, stored, object.etag);
      for (const { queue, prefix } of notified) {
        if (key.startsWith(prefix)) queues.send(queue, JSON.stringify(toNotification(bucket, arn, key, size)));
      }
      andThen?.();
      return old;
    });
    removeFilesOf(replaced);
  }

  function expireObjects(bucket: string): void {
    for (const { days, prefix } of named(bucket).expirations) {
      removeFilesOf(expire.all(bucket, prefix, prefix, Date.now() - days * DAY_MS));
    }
    const { uploadDays } = named(bucket);
    if (uploadDays !== undefined) files.remove(uploads.expire(bucket, Date.now() - uploadDays * DAY_MS));
  }

  for (const { name } of all) expireObjects(name);
  return {
    /** Finds a bucket by its name or its ARN; returns its name. */
    find: (nameOrArn: string): string | undefined =>
      all.find(({ name, arn }) => name === nameOrArn || arn === nameOrArn)?.name,
    corsRules: (bucket: string): CorsRule[] => named(bucket).corsRules,
    /** Store a small object in its row. */
    put: (bucket: string, key: string, body: Uint8Array, contentType = DEFAULT_TYPE): void =>
      commit(bucket, key, body, { files: [], etag: md5(body), contentType }),
    /** Write a body to the disk. It becomes an object or a part, or is to be discarded. */
    receive: files.write,
    discard: files.remove,
    store: (bucket: string, key: string, object: NewObject, andThen?: () => void): void =>
      commit(bucket, key, EMPTY, object, andThen),
    uploads,
    get: (bucket: string, key: string): StoredObject | undefined => {
      const row = get.get(bucket, key) as ObjectRow | undefined;
      if (!row) return undefined;
      const [body, parts] = [Buffer.from(row.body), filesOf(row.files)];
      return {
        sizeBytes: body.length + countBytes(parts),
        contentType: row.content_type ?? DEFAULT_TYPE,
        etag: row.etag ?? md5(body),
        read: async function* (from, end) {
          if (parts.length === 0) yield body.subarray(from, end);
          else yield* files.read(parts, from, end);
        },
      };
    },
    remove: (bucket: string, key: string): void => removeFilesOf(remove.all(bucket, key)),
    /** The objects with a prefix after a key, in the order of their keys, at most `limit`. */
    list: (bucket: string, prefix: string, after: string, limit: number): ObjectInfo[] => {
      expireObjects(bucket);
      const rows = list.all(bucket, after, prefix, prefix, limit) as (ObjectRow & {
        key: string;
        bytes: number;
        stored_ms: number;
      })[];
      return rows.map(({ key, bytes, files, stored_ms: storedMs }) => ({
        key,
        bytes: bytes + countBytes(filesOf(files)),
        storedMs,
      }));
    },
  };
}

const EMPTY = new Uint8Array();

/** The names of all files that are objects. */
function namedFiles(store: Store): string[] {
  const rows = store.prepare('SELECT files FROM objects WHERE files IS NOT NULL').all() as { files: string }[];
  return rows.flatMap(({ files }) => filesOf(files).map(({ file }) => file));
}

function filesOf(column: string | null): StoredFile[] {
  return column === null ? [] : JSON.parse(column);
}

function countBytes(files: StoredFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function md5(body: Uint8Array): string {
  return createHash('md5').update(body).digest('hex');
}

function bucketOf({ id, name, arn, properties }: Resource, queues: Queues) {
  const { LifecycleConfiguration, NotificationConfiguration, CorsConfiguration } = properties as BucketProperties;
  const expirations = (LifecycleConfiguration?.Rules ?? []).flatMap(
    ({ ExpirationInDays: days, Prefix: prefix = '' }) => (days === undefined ? [] : [{ days, prefix }]),
  );
  const uploadDays = LifecycleConfiguration?.Rules.find((rule) => rule.AbortIncompleteMultipartUpload)
    ?.AbortIncompleteMultipartUpload?.DaysAfterInitiation;
  const notified = (NotificationConfiguration?.QueueConfigurations ?? []).map(({ Queue, Filter }) => {
    const queue = queues.find(Queue);
    if (!queue) throw new Error(`${id}.NotificationConfiguration: ${Queue} is not a queue of the template`);
    return { queue, prefix: Filter?.S3Key.Rules.find(({ Name }) => Name === 'prefix')?.Value ?? '' };
  });
  return { name, arn, expirations, uploadDays, notified, corsRules: CorsConfiguration?.CorsRules ?? [] };
}

/** Build the notification about a new object, with the fields of S3's event message structure 2.1. */
function toNotification(bucket: string, arn: string, key: string, size: number) {
  const object = { key: encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+'), size };
  const s3 = { s3SchemaVersion: '1.0', bucket: { name: bucket, arn }, object };
  const source = { eventVersion: '2.1', eventSource: 'aws:s3', awsRegion: REGION };
  return { Records: [{ ...source, eventTime: new Date().toISOString(), eventName: 'ObjectCreated:Put', s3 }] };
}
