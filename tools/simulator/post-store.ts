import { DatabaseSync } from 'node:sqlite';
import type { Platform } from '../../lib/domain/platform.ts';

/** A post that was created on a simulated platform. */
export interface StoredPost {
  platform: Platform;
  id: string;
  account: string;
  text: string;
  atMs: number;
}

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
`;

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
  const all = database.prepare('SELECT platform, id, account, text, at_ms AS atMs FROM posts ORDER BY n');
  const one = database.prepare(
    'SELECT platform, id, account, text, at_ms AS atMs FROM posts WHERE platform = ? AND id = ?',
  );
  const recent = database.prepare(
    'SELECT id, text FROM posts WHERE platform = ? AND account = ? ORDER BY n DESC LIMIT ?',
  );
  const since = database.prepare(`SELECT platform, id, account, text, at_ms AS atMs FROM posts
    WHERE platform = ? AND account = ? AND at_ms >= ? AND at_ms < ? ORDER BY n DESC LIMIT ? OFFSET ?`);
  const count = database.prepare(
    'SELECT count(*) AS posts FROM posts WHERE platform = ? AND account = ? AND at_ms > ?',
  );

  return {
    database,
    /** Generate a 19-digit id as X does: the time since `epochMs` in the upper bits, a number in the lower ones. */
    newId(epochMs = X_EPOCH_MS): string {
      const n = BigInt(addId.run().lastInsertRowid);
      return String((BigInt(Date.now() - epochMs) << 22n) + (n & 0x3f_ffffn));
    },
    addPost(post: Omit<StoredPost, 'atMs'>): void {
      add.run(post.platform, post.id, post.account, post.text, Date.now());
    },
    /** List all posts, oldest first. */
    posts(): StoredPost[] {
      return all.all() as unknown as StoredPost[];
    },
    findPost(platform: Platform, id: string): StoredPost | undefined {
      return one.get(platform, id) as unknown as StoredPost | undefined;
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
