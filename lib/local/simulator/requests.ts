import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.ts';

/** Longer bodies (uploads) are not kept. */
const MAX_BODY_CHARACTERS = 65_536;

export type Requests = ReturnType<typeof recordRequests>;

/** Keeps every call the simulated platforms received, without its token. */
export function recordRequests({ database }: Ledger) {
  database.exec(`CREATE TABLE IF NOT EXISTS requests (
    n INTEGER PRIMARY KEY AUTOINCREMENT, platform TEXT, method TEXT, path TEXT, headers TEXT, body TEXT,
    at_ms INTEGER, status INTEGER)`);
  const add = database.prepare(
    'INSERT INTO requests (platform, method, path, headers, body, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const answer = database.prepare('UPDATE requests SET status = ? WHERE n = ?');
  const all = database.prepare('SELECT * FROM requests ORDER BY n');

  return {
    /** @returns the number to say the answer's status under. */
    received(
      platform: string,
      method: string,
      path: string,
      headers: IncomingHttpHeaders,
      body: string,
    ): number {
      const kept = {
        ...headers,
        ...(headers.authorization === undefined ? {} : { authorization: '[redacted]' }),
      };
      const pathKept = path.replace(/(access_token=)[^&]*/g, '$1[redacted]');
      const bodyKept = body.length > MAX_BODY_CHARACTERS ? null : body;
      const row = add.run(platform, method, pathKept, JSON.stringify(kept), bodyKept, Date.now());
      return Number(row.lastInsertRowid);
    },
    answered(n: number, status: number): void {
      answer.run(status, n);
    },
    /** Oldest first; `status` is null for a call that got no answer, `body` for one that was too long to keep. */
    list(): object[] {
      return all.all().map(({ platform, method, path, headers, body, at_ms, status }) => ({
        platform,
        method,
        path,
        headers: JSON.parse(String(headers)),
        body,
        at: new Date(Number(at_ms)).toISOString(),
        status,
      }));
    },
  };
}
