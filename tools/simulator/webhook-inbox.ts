import type { IncomingHttpHeaders } from 'node:http';
import type { PostStore } from '../../lib/platforms/kit/simulator/post-store.ts';
import type { SimulatedResponse } from '../../lib/platforms/kit/simulator/simulated-http.ts';

/**
 * Open an inbox that receives webhooks.
 *
 * `POST` records a webhook and responds with 204, or with the status in `?status=`; it returns the challenge of MCP Events.
 * `GET` lists the webhooks, oldest first; `DELETE` deletes them.
 */
export function openWebhookInbox({ database }: PostStore) {
  database.exec(`CREATE TABLE IF NOT EXISTS inbox (
    n INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, at_ms INTEGER, headers TEXT, body TEXT)`);
  const add = database.prepare('INSERT INTO inbox (name, at_ms, headers, body) VALUES (?, ?, ?, ?)');
  const list = database.prepare('SELECT at_ms, headers, body FROM inbox WHERE name = ? ORDER BY n');
  const empty = database.prepare('DELETE FROM inbox WHERE name = ?');

  return (
    method: string,
    name: string,
    query: URLSearchParams,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): SimulatedResponse => {
    if (method === 'GET') {
      const messages = list.all(name).map((row) => ({
        at: new Date(Number(row.at_ms)).toISOString(),
        headers: JSON.parse(String(row.headers)),
        body: row.body,
      }));
      return { status: 200, body: messages };
    }
    if (method === 'DELETE') {
      empty.run(name);
      return { status: 204 };
    }
    if (method !== 'POST') return { status: 405, headers: { allow: 'GET, POST, DELETE' } };

    const status = query.get('status') ?? '204';
    if (!/^[2-5]\d\d$/.test(status)) return { status: 400, body: { error: 'status is 200 to 599' } };
    const challenge = challengeOf(body);
    if (challenge !== undefined) return { status: 200, body: { challenge } };
    const isKept = (key: string) => /^(webhook-.*|content-type|x-mcp-subscription-id)$/.test(key);
    const kept = Object.entries(headers).filter(([key]) => isKept(key));
    add.run(name, Date.now(), JSON.stringify(Object.fromEntries(kept)), body.toString('utf8'));
    return { status: Number(status) };
  };
}

function challengeOf(body: Buffer): unknown {
  try {
    const { type, challenge } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return type === 'verification' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
