import { DatabaseSync } from 'node:sqlite';
import type { Platform } from '../../platform.ts';

/** A post that was created on a simulated platform. */
export interface StoredPost {
  platform: Platform;
  id: string;
  account: string;
  text: string;
  atMs: number;
  /** The post that it answers; null for none. */
  replyTo: string | null;
}

/** A post to add. `isComment`: on a platform whose comments are no posts of the account. */
type AddedPost = Omit<StoredPost, 'atMs' | 'replyTo'> & { replyTo?: string; isComment?: boolean };

/** The number of an account's latest posts whose texts a platform rejects as duplicates. */
const DUPLICATE_WINDOW_POSTS = 100;

/** The epoch of X's ids, in milliseconds since 1970: 2010-11-04T01:42:54.657Z. LinkedIn's ids begin in 1970. */
const X_EPOCH_MS = 1_288_834_974_657;

const TABLES = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS ids (n INTEGER PRIMARY KEY AUTOINCREMENT);
  CREATE TABLE IF NOT EXISTS posts (
    n INTEGER PRIMARY KEY AUTOINCREMENT, platform TEXT, id TEXT UNIQUE, account TEXT, text TEXT, at_ms INTEGER);
  CREATE INDEX IF NOT EXISTS posts_by_account ON posts (platform, account, n);
  CREATE TABLE IF NOT EXISTS replies (id TEXT PRIMARY KEY, reply_to TEXT, is_comment INTEGER);
  CREATE INDEX IF NOT EXISTS replies_by_post ON replies (reply_to);
`;

const COLUMNS =
  'platform, id, account, text, at_ms AS atMs, reply_to AS replyTo FROM posts LEFT JOIN replies USING (id)';

export type PostStore = ReturnType<typeof openPostStore>;

/**
 * Open the file (or `:memory:`) with the state of the simulator.
 *
 * SQLite commits each statement, so the store is consistent after a `kill -9`; it waits for the disk only at
 * checkpoints. Other modules have their own tables in the same `database`.
 */
export function openPostStore(path: string) {
  const database = new DatabaseSync(path);
  database.exec(TABLES);
  const addId = database.prepare('INSERT INTO ids DEFAULT VALUES');
  const add = database.prepare('INSERT INTO posts (platform, id, account, text, at_ms) VALUES (?, ?, ?, ?, ?)');
  const addReply = database.prepare('INSERT INTO replies VALUES (?, ?, ?)');
  const all = database.prepare(`SELECT ${COLUMNS} ORDER BY n`);
  const one = database.prepare(`SELECT ${COLUMNS} WHERE platform = ? AND id = ? AND is_comment IS NOT 1`);
  const comments = database.prepare(`SELECT ${COLUMNS} WHERE platform = ? AND reply_to = ? AND is_comment = 1
    ORDER BY n DESC LIMIT ? OFFSET ?`);
  const recent = database.prepare(`SELECT ${COLUMNS} WHERE platform = ? AND account = ? AND is_comment IS NOT 1
    ORDER BY n DESC LIMIT ?`);
  const since = database.prepare(`SELECT ${COLUMNS}
    WHERE platform = ? AND account = ? AND at_ms >= ? AND at_ms < ? AND is_comment IS NOT 1
    ORDER BY n DESC LIMIT ? OFFSET ?`);
  const count = database.prepare(`SELECT count(*) AS posts FROM posts LEFT JOIN replies USING (id)
    WHERE platform = ? AND account = ? AND at_ms > ? AND is_comment IS NOT 1`);

  return {
    database,
    /** Generate a 19-digit id as X does: the time since `epochMs` in the upper bits, a number in the lower ones. */
    newId(epochMs = X_EPOCH_MS): string {
      const n = BigInt(addId.run().lastInsertRowid);
      return String((BigInt(Date.now() - epochMs) << 22n) + (n & 0x3f_ffffn));
    },
    addPost({ platform, id, account, text, replyTo, isComment = false }: AddedPost): void {
      // First, so that a reply that was interrupted is none.
      if (replyTo !== undefined) addReply.run(id, replyTo, Number(isComment));
      add.run(platform, id, account, text, Date.now());
    },
    /** List all posts and comments, oldest first. */
    posts(): StoredPost[] {
      return all.all() as unknown as StoredPost[];
    },
    findPost(platform: Platform, id: string): StoredPost | undefined {
      return one.get(platform, id) as unknown as StoredPost | undefined;
    },
    /** List at most `limit` comments on a post, newest first, after the `offset` newest ones. */
    commentsOn(platform: Platform, postId: string, offset: number, limit: number): StoredPost[] {
      return comments.all(platform, postId, limit, offset) as unknown as StoredPost[];
    },
    /** List the ids of posts with this text among the account's last 100, newest first. */
    findDuplicates(platform: Platform, account: string, text: string): string[] {
      const posts = recent.all(platform, account, DUPLICATE_WINDOW_POSTS) as { id: string; text: string }[];
      return posts.filter((post) => post.text === text).map(({ id }) => id);
    },
    /** List at most `limit` posts of an account, newest first: after the `offset` newest ones in this period. */
    postsBy(
      platform: Platform,
      account: string,
      {
        sinceMs = 0,
        untilMs = Number.MAX_SAFE_INTEGER,
        offset = 0,
      }: { sinceMs?: number; untilMs?: number; offset?: number },
      limit: number,
    ): StoredPost[] {
      return since.all(platform, account, sinceMs, untilMs, limit, offset) as unknown as StoredPost[];
    },
    /** Count the posts of an account after a time. */
    countPosts(platform: Platform, account: string, afterMs: number): number {
      return Number(count.get(platform, account, afterMs)?.posts);
    },
    /** Run `work` in a transaction, which is rolled back when `work` throws or the process ends. */
    atomically<Result>(work: () => Result): Result {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close(): void {
      database.close();
    },
  };
}
