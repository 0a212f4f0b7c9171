import type { IncomingHttpHeaders } from 'node:http';
import type { PostStore } from '../../lib/platforms/kit/simulator/post-store.ts';

/** Longer bodies (uploads) are not stored. */
const MAX_BODY_CHARACTERS = 65_536;
/** UTF-8 has at most three bytes per character of a string, so that more bytes are not decoded to be counted. */
const MAX_BODY_BYTES = 3 * MAX_BODY_CHARACTERS;

const SECRETS = ['access_token', 'refresh_token', 'client_secret', 'code', 'code_verifier'];

/** Redact the secrets in a query or a form, which is otherwise unchanged. */
function redactPairs(pairs: string): string {
  return pairs
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      // A name may contain escape sequences.
      const parsed = new URLSearchParams(pair);
      const isSecret = SECRETS.some((secret) => parsed.has(secret));
      return isSecret ? `${name}=[redacted]` : pair;
    })
    .join('&');
}

function redactPath(path: string): string {
  const [before = '', ...query] = path.split('?');
  return query.length === 0 ? path : `${before}?${redactPairs(query.join('?'))}`;
}

function redactBody(body: string, contentType = ''): string {
  if (!contentType.startsWith('application/json')) return redactPairs(body);
  // The app password of a Bluesky account, the only secret in JSON.
  return body.replace(/("password"\s*:\s*)"(?:[^"\\]|\\.)*"/g, '$1"[redacted]"');
}

export type Requests = ReturnType<typeof openRequestLog>;

/** Open the log of requests to the simulated platforms, without tokens and client secrets. */
export function openRequestLog({ database }: PostStore) {
  database.exec(`CREATE TABLE IF NOT EXISTS requests (
    n INTEGER PRIMARY KEY AUTOINCREMENT, platform TEXT, method TEXT, path TEXT, headers TEXT, body TEXT,
    at_ms INTEGER, status INTEGER)`);
  const add = database.prepare(
    'INSERT INTO requests (platform, method, path, headers, body, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const answer = database.prepare('UPDATE requests SET status = ? WHERE n = ?');
  const all = database.prepare('SELECT * FROM requests ORDER BY n');

  return {
    /** Record a request. @returns the number to record its response status with. */
    received(
      platform: string,
      method: string,
      path: string,
      headers: IncomingHttpHeaders,
      body: Buffer | null,
    ): number {
      const storedHeaders = {
        ...headers,
        ...(headers.authorization === undefined ? {} : { authorization: '[redacted]' }),
      };
      const text = body === null || body.length > MAX_BODY_BYTES ? null : body.toString('utf8');
      const isTooLong = text === null || text.length > MAX_BODY_CHARACTERS;
      const storedBody = isTooLong ? null : redactBody(text, headers['content-type']);
      const row = add.run(platform, method, redactPath(path), JSON.stringify(storedHeaders), storedBody, Date.now());
      return Number(row.lastInsertRowid);
    },
    answered(n: number, status: number): void {
      answer.run(status, n);
    },
    /**
     * List requests, oldest first.
     *
     * `status` is null without a response, `body` if it was too long to store.
     */
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
