import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../tools/local-stack/store.ts';

test('a folder whose messages have no groups yet keeps its messages, and is opened again and again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const older = new DatabaseSync(join(folder, 'runner.sqlite'));
  older.exec(`
    CREATE TABLE messages (
      id TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, attributes TEXT NOT NULL,
      sent_ms INTEGER NOT NULL, visible_ms INTEGER NOT NULL,
      receive_count INTEGER NOT NULL DEFAULT 0, first_received_ms INTEGER, receipt TEXT
    ) WITHOUT ROWID;
    INSERT INTO messages (id, queue, body, attributes, sent_ms, visible_ms) VALUES ('m1', 'q', 'stored', '{}', 1, 1);
  `);
  older.close();
  for (let time = 0; time < 2; time++) {
    const store = openStore(folder);
    expect(store.prepare('SELECT body, group_id FROM messages').all()).toEqual([
      expect.objectContaining({ body: 'stored', group_id: null }),
    ]);
    store.close();
  }
});
