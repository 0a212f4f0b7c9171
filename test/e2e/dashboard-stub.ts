import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { buildDashboard } from '../../dashboard/build.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';

/** A request that the dashboard has sent to the API. */
export interface StubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  ifMatch: string | undefined;
  idempotencyKey: string | undefined;
  body: unknown;
}

/** The response to a request, or `lost`: the connection ends without one. */
export type StubResponse = { status?: number; etag?: string; body: unknown } | 'lost';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The session of an owner, whose token every request carries. */
export const SESSION = {
  access_token: 'token',
  token_type: 'Bearer',
  expires_in: 300,
  workspace: { id: 'ws_1', name: 'Stub' },
  user: { id: 'usr_1', name: 'Ada', email: 'ada@example.com', role: 'owner' },
  permissions: [
    ...['schedule:read', 'content:read', 'content:write', 'analytics:read', 'accounts:read', 'accounts:write'],
    ...['team:read', 'team:write'],
  ],
};

/** What the bell loads on every screen. */
const NO_NOTIFICATIONS = { notifications: [], unread_count: 0, unread_count_is_capped: false };

/** The URL of a dashboard beside a stubbed API, and a browser where one can run (`HAS_BROWSER`). */
export interface StubbedDashboard {
  url: string;
  browser: Browser;
}

/**
 * Serve the dashboard as `serveDashboard` does, with a browser, from the first test of a file to its last. The properties
 * of the result are set in tests and in hooks of the file.
 */
export function useStubbedDashboard(
  respond: (request: StubRequest) => StubResponse,
  session: () => object = () => SESSION,
): StubbedDashboard {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  const stub = {} as StubbedDashboard;
  let server: Server | undefined;
  beforeAll(async () => {
    const served = await serveDashboard(join(folder, 'app'), respond, session);
    server = served.server;
    stub.url = served.url;
    if (HAS_BROWSER) stub.browser = await openBrowser(join(folder, 'browser'));
  });
  afterAll(async () => {
    await stub.browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return stub;
}

/**
 * Build the dashboard into `folder` and serve it, signed in, beside an API whose responses the test decides. Returns the
 * server and the URL of the dashboard.
 */
export async function serveDashboard(
  folder: string,
  respond: (request: StubRequest) => StubResponse,
  session: () => object = () => SESSION,
): Promise<{ server: Server; url: string }> {
  buildDashboard(folder);
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/app/')) {
      const file = pathname === '/app/' ? 'index.html' : pathname.slice('/app/'.length);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
      response.end(readFileSync(join(folder, file)));
      return;
    }
    const path = pathname.replace('/v1', '');
    const { method = 'GET', headers } = request;
    const body = await readBody(request);
    const frame: Record<string, () => object> = {
      '/auth/sessions/token': session,
      '/notifications': () => NO_NOTIFICATIONS,
    };
    const answer = Object.hasOwn(frame, path)
      ? { body: frame[path]!() }
      : respond({ method, path, query, ifMatch: headers['if-match'], idempotencyKey: keyOf(headers), body });
    if (answer === 'lost') {
      response.destroy();
      return;
    }
    const etag = answer.etag === undefined ? {} : { etag: answer.etag };
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...etag });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/app/` };
}

const keyOf = (headers: IncomingHttpHeaders) => headers['idempotency-key']?.toString();

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? null : JSON.parse(text);
}
