import { createHash, randomUUID } from 'node:crypto';
import type { StoredFile } from './object-files.ts';
import { type Store, transaction } from './store.ts';

/** An object that arrives in parts. */
export type MultipartUpload = { id: string; bucket: string; key: string; contentType: string };

/** The name of a part in the request that completes an upload. `etag` has no quotation marks. */
export type NamedPart = { number: number; etag: string };

type UploadRow = { id: string; bucket: string; key: string; content_type: string };
type PartRow = StoredFile & { number: number };

/** S3 takes smaller parts only as the last one. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** The multipart uploads that are neither complete nor aborted, on the store. */
export function createMultipartUploads(store: Store) {
  const start = store.prepare('INSERT INTO uploads (id, bucket, key, content_type, started_ms) VALUES (?, ?, ?, ?, ?)');
  const find = store.prepare(
    'SELECT id, bucket, key, content_type FROM uploads WHERE id = ? AND bucket = ? AND key = ?',
  );
  const add = store.prepare(
    'INSERT OR REPLACE INTO upload_parts (upload, number, file, bytes, etag) VALUES (?, ?, ?, ?, ?)',
  );
  const part = store.prepare('SELECT file FROM upload_parts WHERE upload = ? AND number = ?');
  const list = store.prepare('SELECT number, file, bytes, etag FROM upload_parts WHERE upload = ? ORDER BY number');
  const removeUpload = store.prepare('DELETE FROM uploads WHERE id = ?');
  const removeParts = store.prepare('DELETE FROM upload_parts WHERE upload = ?');
  const old = store.prepare('SELECT id FROM uploads WHERE bucket = ? AND started_ms < ?');
  const allFiles = store.prepare('SELECT file FROM upload_parts');
  const partsOf = (id: string) => list.all(id) as unknown as PartRow[];
  /** Delete the rows of an upload; returns its files. Runs in the caller's transaction. */
  const forget = (id: string): StoredFile[] => {
    const parts = partsOf(id);
    removeUpload.run(id);
    removeParts.run(id);
    return parts;
  };
  return {
    /** Start an upload; returns its id. */
    start: (bucket: string, key: string, contentType: string): string => {
      const id = randomUUID();
      start.run(id, bucket, key, contentType, Date.now());
      return id;
    },
    find: (id: string, bucket: string, key: string): MultipartUpload | undefined => {
      const row = find.get(id, bucket, key) as UploadRow | undefined;
      return row && { id: row.id, bucket: row.bucket, key: row.key, contentType: row.content_type };
    },
    /** Store a part; returns the files of the one that it replaces. */
    addPart: (id: string, number: number, { file, bytes, etag }: StoredFile): { file: string }[] =>
      transaction(store, () => {
        const replaced = part.all(id, number) as { file: string }[];
        add.run(id, number, file, bytes, etag);
        return replaced;
      }),
    /** Choose the parts of the object in the order that a request names them; a string is the code of an error. */
    choose: (id: string, wanted: NamedPart[]): { files: StoredFile[]; etag: string } | string => {
      const stored = new Map(partsOf(id).map((each) => [each.number, each]));
      const files: StoredFile[] = [];
      for (const [index, { number, etag }] of wanted.entries()) {
        const found = stored.get(number);
        if (found?.etag !== etag) return 'InvalidPart';
        if (index > 0 && number <= wanted[index - 1]!.number) return 'InvalidPartOrder';
        if (index < wanted.length - 1 && found.bytes < MIN_PART_BYTES) return 'EntityTooSmall';
        files.push({ file: found.file, bytes: found.bytes, etag: found.etag });
      }
      if (files.length === 0) return 'MalformedXML';
      const digest = createHash('md5');
      for (const { etag } of files) digest.update(Buffer.from(etag, 'hex'));
      return { files, etag: `${digest.digest('hex')}-${files.length}` };
    },
    forget,
    abort: (id: string): StoredFile[] => transaction(store, () => forget(id)),
    /** Abort the uploads of a bucket that started before a time; returns their files. */
    expire: (bucket: string, beforeMs: number): StoredFile[] =>
      (old.all(bucket, beforeMs) as { id: string }[]).flatMap(({ id }) => transaction(store, () => forget(id))),
    /** The names of the files of all parts. */
    files: (): string[] => (allFiles.all() as { file: string }[]).map(({ file }) => file),
  };
}
