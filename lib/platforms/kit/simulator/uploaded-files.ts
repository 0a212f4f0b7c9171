import { createHash } from 'node:crypto';
import { isPlatform, PLATFORMS, type Platform } from '../../platform.ts';
import type { PostStore } from './post-store.ts';
import { unknownField } from './simulated-http.ts';

/** A file that a platform has received completely. `postId`: the post that shows it; null for none. */
export interface UploadedFile {
  platform: Platform;
  account: string;
  id: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  postId: string | null;
}

export type UploadedFiles = ReturnType<typeof openUploadedFiles>;

/**
 * Open the videos and animations that the platforms receive in parts. Parts are stored until they are complete; then only
 * their digest is, so that no file is in memory completely.
 */
export function openUploadedFiles({ database }: PostStore) {
  database.exec(`
    CREATE TABLE IF NOT EXISTS upload_parts (
      upload TEXT, place INTEGER, bytes BLOB, PRIMARY KEY (upload, place));
    CREATE TABLE IF NOT EXISTS uploaded_files (
      n INTEGER PRIMARY KEY AUTOINCREMENT, platform TEXT, account TEXT, id TEXT, content_type TEXT, size INTEGER,
      sha256 TEXT, post_id TEXT, UNIQUE (platform, id));
    CREATE TABLE IF NOT EXISTS video_processing (
      platform TEXT, account TEXT, seconds INTEGER, fails INTEGER, PRIMARY KEY (platform, account));`);
  const putPart = database.prepare('INSERT OR REPLACE INTO upload_parts VALUES (?, ?, ?)');
  const size = database.prepare('SELECT ifnull(sum(length(bytes)), 0) AS bytes FROM upload_parts WHERE upload = ?');
  const numbers = database.prepare('SELECT place AS number FROM upload_parts WHERE upload = ? ORDER BY place');
  const part = database.prepare('SELECT bytes FROM upload_parts WHERE upload = ? AND place = ?');
  const forget = database.prepare('DELETE FROM upload_parts WHERE upload = ?');
  const add = database.prepare(
    'INSERT OR IGNORE INTO uploaded_files (platform, account, id, content_type, size, sha256) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const show = database.prepare(
    'UPDATE uploaded_files SET post_id = ? WHERE platform = ? AND id = ? AND post_id IS NULL',
  );
  const all = database.prepare(`SELECT platform, account, id, content_type AS contentType, size AS sizeBytes, sha256,
    post_id AS postId FROM uploaded_files ORDER BY n`);
  const setProcessing = database.prepare('INSERT OR REPLACE INTO video_processing VALUES (?, ?, ?, ?)');
  const processing = database.prepare('SELECT seconds, fails FROM video_processing WHERE platform = ? AND account = ?');

  return {
    putPart(upload: string, number: number, bytes: Uint8Array): void {
      putPart.run(upload, number, bytes);
    },
    part(upload: string, number: number): Uint8Array | undefined {
      return part.get(upload, number)?.bytes as Uint8Array | undefined;
    },
    receivedBytes(upload: string): number {
      return Number(size.get(upload)!.bytes);
    },
    /** Return the SHA-256 digest of the parts of an upload in the order of their numbers. */
    digest(upload: string): string {
      const hash = createHash('sha256');
      for (const { number } of numbers.all(upload))
        hash.update(part.get(upload, number as number)!.bytes as Uint8Array);
      return hash.digest('hex');
    },
    /** Join the parts of an upload, and list the file. `sha256` is given where it is known. */
    complete(
      upload: string,
      file: Pick<UploadedFile, 'platform' | 'account' | 'id' | 'contentType'>,
      sha256?: string,
    ): void {
      const { platform, account, id, contentType } = file;
      add.run(platform, account, id, contentType, this.receivedBytes(upload), sha256 ?? this.digest(upload));
      forget.run(upload);
    },
    /** Forget the parts of an upload. */
    discard(upload: string): void {
      forget.run(upload);
    },
    /** Record that a post shows a file. */
    showIn(postId: string, platform: Platform, id: string): void {
      show.run(postId, platform, id);
    },
    /** List the files, in the order in which they were complete. */
    list(): UploadedFile[] {
      return all.all() as unknown as UploadedFile[];
    },
    /**
     * Set how videos are processed by `{platform, account, seconds, fails}`; on Bluesky, `fails` may be the code of the
     * failure. @returns the error in the request, or null.
     */
    setProcessing(order: Record<string, unknown> = {}): string | null {
      const unknown = unknownField(order, ['platform', 'account', 'seconds', 'fails']);
      if (unknown !== undefined) return `${unknown} is not one of platform, account, seconds, fails`;
      const { platform, account, seconds = 0, fails = false } = order;
      if (typeof platform !== 'string' || !isPlatform(platform)) return `platform is one of ${PLATFORMS.join(', ')}`;
      if (typeof account !== 'string' || account === '') return 'account is a text';
      if (!Number.isSafeInteger(seconds) || Number(seconds) < 0) return 'seconds is a whole number from 0';
      if (typeof fails !== 'boolean' && typeof fails !== 'string') return 'fails is a boolean or a text';
      setProcessing.run(platform, account, Number(seconds), typeof fails === 'string' ? fails : Number(fails));
      return null;
    },
    /** Return how the videos of an account are processed: at once and successfully, unless set otherwise. */
    processingOf(platform: Platform, account: string): { seconds: number; fails: boolean | string } {
      const row = processing.get(platform, account);
      const fails = typeof row?.fails === 'string' ? row.fails : row?.fails === 1;
      return { seconds: Number(row?.seconds ?? 0), fails };
    },
  };
}
