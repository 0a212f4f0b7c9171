import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** State that survives the process: messages, objects, schedules, pending invocations, stream positions. */
export type Store = DatabaseSync;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (
    id TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, attributes TEXT NOT NULL,
    sent_ms INTEGER NOT NULL, visible_ms INTEGER NOT NULL,
    receive_count INTEGER NOT NULL DEFAULT 0, first_received_ms INTEGER, receipt TEXT, group_id TEXT,
    trace_header TEXT
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS messages_by_visibility ON messages (queue, visible_ms);
  CREATE TABLE IF NOT EXISTS invocations (
    id TEXT PRIMARY KEY, function_arn TEXT NOT NULL, payload TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
    accepted_ms INTEGER NOT NULL, due_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS invocations_by_due ON invocations (due_ms);
  CREATE TABLE IF NOT EXISTS schedules (
    group_name TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, in_template INTEGER NOT NULL,
    due_ms INTEGER, PRIMARY KEY (group_name, name)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS schedules_by_due ON schedules (due_ms);
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key TEXT NOT NULL, body BLOB NOT NULL, stored_ms INTEGER NOT NULL, content_type TEXT,
    files TEXT, etag TEXT, PRIMARY KEY (bucket, key)
  );
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, content_type TEXT NOT NULL, started_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS upload_parts (
    upload TEXT NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL, bytes INTEGER NOT NULL, etag TEXT NOT NULL,
    PRIMARY KEY (upload, number)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (
    mapping TEXT PRIMARY KEY, stream TEXT NOT NULL, shard TEXT NOT NULL, sequence TEXT NOT NULL
  ) WITHOUT ROWID;
`;

// Stores created by older versions do not have these columns.
const LATER_COLUMNS = { messages: ['group_id', 'trace_header'], objects: ['content_type', 'files', 'etag'] };
const BY_GROUP =
  'CREATE INDEX IF NOT EXISTS messages_by_group ON messages (queue, group_id, visible_ms) WHERE group_id IS NOT NULL;';

/**
 * Open `<folder>/runner.sqlite`. The connection holds SQLite's exclusive lock for as long as the process
 * lives, so a second service on the same folder fails here, and the lock of a killed process is gone with it.
 * WAL with synchronous NORMAL survives the death of the process, though not a power cut.
 */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  const store = new DatabaseSync(join(folder, 'runner.sqlite'));
  try {
    store.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    store.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
    for (const [table, later] of Object.entries(LATER_COLUMNS)) {
      const columns = store.prepare('SELECT name FROM pragma_table_info(?)').all(table);
      const missing = later.filter((column) => !columns.some(({ name }) => name === column));
      store.exec(missing.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column} TEXT;`).join(' '));
    }
    store.exec(BY_GROUP);
    return store;
  } catch (error) {
    store.close();
    if (!/locked/.test(String(error))) throw error;
    throw new Error(`Another service is using ${folder}: stop it, or use another folder.`);
  }
}

/** Run `work` as one transaction; rolls back when it throws. */
export function transaction<T>(store: Store, work: () => T): T {
  store.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    store.exec('COMMIT');
    return result;
  } catch (error) {
    store.exec('ROLLBACK');
    throw error;
  }
}
