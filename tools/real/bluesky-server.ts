import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../local-stack/http.ts';
import { createLossyProxy, type LossyProxy } from './lossy-proxy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** An account of the real server, with an app password as its owner would create for this service. */
export interface RealAccount {
  did: string;
  handle: string;
  password: string;
  appPassword: string;
}

/** A record of an account's repository. `createdAt` is what the record says. */
export interface RealRecord {
  uri: string;
  text: string;
  createdAt: string;
}

/** `@atproto/pds` with its own directory of DIDs, on loopback. */
export interface BlueskyServer {
  /** The public URL of the server, which is that of the proxy before it. */
  url: string;
  plcUrl: string;
  proxy: LossyProxy;
  /** The port of the server itself, behind the proxy. */
  port: number;
  createAccount(name: string): Promise<RealAccount>;
  /** Every post of an account, read from the server itself. */
  listPosts(did: string): Promise<RealRecord[]>;
  /** Ends the server in the middle of its work; its data remain. */
  kill(): Promise<void>;
  /** Starts the server again, on the same data and URL. */
  restart(): Promise<void>;
  /** Ends everything and removes the data. */
  stop(): Promise<void>;
}

const COLLECTION = 'app.bsky.feed.post';

/** Signs the tokens of the server. */
export const JWT_SECRET = 'jwt-secret';

/**
 * Start a Bluesky server and a directory of DIDs on free ports, with data in a temporary folder. `hasRateLimits`: with
 * the limits of bsky.social, e.g. 3,000 requests of an IP address in five minutes.
 */
export async function startBlueskyServer({ hasRateLimits = false } = {}): Promise<BlueskyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bluesky-server-'));
  const [plcPort, port, listenPort] = [await freePort(), await freePort(), await freePort()];
  const plcUrl = `http://localhost:${plcPort}`;
  const url = `http://localhost:${port}`;
  const proxy = createLossyProxy(port, listenPort);
  const startServer = (kind: 'plc' | 'pds', options: object) =>
    startServerProcess(join(import.meta.dirname, 'server.js'), [kind, JSON.stringify(options)]);
  const plc = await startServer('plc', { listenPort: plcPort });
  const options = { listenPort, port, didPlcUrl: plcUrl, folder, jwtSecret: JWT_SECRET, hasRateLimits };
  const startPds = () => startServer('pds', options);
  let pds: ServerProcess = await startPds();
  await proxy.open();
  // The harness itself reaches the server without the proxy, which loses responses.
  const direct = `http://127.0.0.1:${listenPort}`;

  return {
    url,
    plcUrl,
    proxy,
    port: listenPort,
    createAccount: (name) => createAccount(direct, name),
    listPosts: (did) => listPosts(direct, did),
    async kill() {
      await Promise.all([pds.kill(), proxy.close()]);
    },
    async restart() {
      pds = await startPds();
      await proxy.open();
    },
    async stop() {
      await Promise.all([pds.kill(), plc.kill(), proxy.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Create an account of a server, with an app password. */
export async function createAccount(url: string, name: string): Promise<RealAccount> {
  const handle = `${name}.test`;
  const password = `password-of-${name}`;
  const owner = { handle, email: `${name}@example.com`, password };
  const { did, accessJwt } = await call(url, 'com.atproto.server.createAccount', owner);
  const app = await call(url, 'com.atproto.server.createAppPassword', { name: 'service' }, String(accessJwt));
  return { did: String(did), handle, password, appPassword: String(app.password) };
}

async function listPosts(url: string, did: string): Promise<RealRecord[]> {
  const posts: RealRecord[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      repo: did,
      collection: COLLECTION,
      limit: '100',
      ...(cursor ? { cursor } : {}),
    });
    const response = await fetch(`${url}/xrpc/com.atproto.repo.listRecords?${query}`);
    if (!response.ok) throw new Error(`listRecords: ${response.status} ${await response.text()}`);
    const page = (await response.json()) as { cursor?: string; records: { uri: string; value: RealRecord }[] };
    posts.push(...page.records.map(({ uri, value: { text, createdAt } }) => ({ uri, text, createdAt })));
    cursor = page.cursor;
  } while (cursor);
  return posts;
}

/** Call a procedure of a server. Returns its result, and throws for an error. */
export async function call(
  url: string,
  method: string,
  body: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/xrpc/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
