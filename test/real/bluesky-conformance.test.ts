import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlueskyServer, JWT_SECRET, startBlueskyServer } from '../../tools/real/bluesky-server.ts';
import { startFaultProxy } from '../../tools/real/fault-proxy.ts';
import { describePreparation } from '../platforms/bluesky/preparation-cases.ts';
import { describeBlueskyServer } from '../platforms/bluesky/server-cases.ts';
import { describeThreads } from '../platforms/bluesky/thread-cases.ts';
import type { PlatformServer, Subject } from '../platforms/conformance/platform-server.ts';
import { describePublishing } from '../platforms/conformance/publishing-cases.ts';
import { describeReconciliation } from '../platforms/conformance/reconciliation-cases.ts';
import { describeRefresh } from '../platforms/conformance/refresh-cases.ts';
import { LONG_TIMEOUT_MS, makeConnection } from '../platforms/platforms.ts';

/** An address of the range for documentation. The server believes the proxy's word for the address of a sender. */
const LIMITED_ADDRESS = '203.0.113.1';
/** The requests of an address that the server answers in five minutes. */
const REQUESTS_PER_ADDRESS = 3_000;

const inexpressible = {
  'classifies the script duplicate and leaves at most one post':
    'the server knows a duplicate only as another record under the same key, which has its own case',
  'classifies the script 402 and leaves at most one post': 'the server has no such response',
  'classifies the script 426 and leaves at most one post': 'the server has no such response',
};

let server: BlueskyServer;
let accounts = 0;

beforeAll(async () => {
  server = await startBlueskyServer({ hasRateLimits: true });
  await useUpLimit();
});
afterAll(() => server?.stop());

/** Send requests from the limited address until the server rejects them. */
async function useUpLimit(): Promise<void> {
  const url = `http://127.0.0.1:${server.port}/xrpc/com.atproto.server.describeServer`;
  const headers = { 'x-forwarded-for': LIMITED_ADDRESS };
  const numbers = Array.from({ length: REQUESTS_PER_ADDRESS + 1 }, (_, index) => index).values();
  const statuses = new Set<number>();
  const work = async () => {
    for (const _ of numbers) {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      statuses.add(response.status);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  expect([...statuses].sort()).toEqual([200, 429]);
}

const newAccount = () => server.createAccount(`account-${accounts++}`);

/** A new account of the server, behind a proxy with the faults of the simulator. */
async function start(): Promise<PlatformServer> {
  const { did, handle, appPassword } = await newAccount();
  const response = await fetch(`${server.url}/xrpc/com.atproto.server.createSession`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: handle, password: appPassword }),
  });
  const { accessJwt, refreshJwt } = (await response.json()) as { accessJwt: string; refreshJwt: string };
  const proxy = await startFaultProxy(server.port, { jwtSecret: JWT_SECRET, limitedAddress: LIMITED_ADDRESS });
  return {
    account: { externalId: did, accessToken: accessJwt },
    // The server signs equal tokens within a second, so a refresh could return the first one.
    credentials: { accessToken: 'ended', refreshToken: refreshJwt, clientId: null, clientSecret: null },
    tokens: {
      tokenUrl: `${proxy.origin}/xrpc/com.atproto.server.refreshSession`,
      deadlineMs: LONG_TIMEOUT_MS,
      allowLoopback: true,
    },
    connection: (deadlineMs) => makeConnection(proxy.origin, deadlineMs),
    posts: async () =>
      (await server.listPosts(did)).map(({ uri, text, createdAt }) => ({ id: uri, text, at: createdAt })),
    requests: async () => proxy.requests,
    script: async (script) => {
      proxy.next.post = script;
    },
    scriptRefresh: async (script) => {
      proxy.next.refresh = script;
    },
    [Symbol.asyncDispose]: proxy[Symbol.asyncDispose],
  };
}

describe('a real server of Bluesky', () => {
  const subject: Subject = { platform: 'bluesky', start, inexpressible, titles: new Set() };
  describePublishing(subject);
  describeReconciliation(subject);
  describeRefresh(subject);
  describePreparation(subject);
  describeThreads(subject);

  it('is excused only from cases that exist', () => {
    expect(Object.keys(inexpressible).filter((title) => !subject.titles!.has(title))).toEqual([]);
  });
});

describeBlueskyServer('a real server of Bluesky, without a proxy', async () => {
  const { handle, appPassword: password } = await newAccount();
  const { url: baseUrl, plcUrl: directory } = server;
  return { baseUrl, appView: baseUrl, directory, handle, password, [Symbol.asyncDispose]: async () => {} };
});
