import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlueskyServer, startBlueskyServer } from '../../tools/real/bluesky-server.ts';

let server: BlueskyServer;
beforeAll(async () => {
  server = await startBlueskyServer();
});
afterAll(() => server?.stop());

async function post(method: string, body: object, token?: string) {
  const response = await fetch(`${server.url}/xrpc/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

test('a record is there after the server was killed, although its response was lost', async () => {
  const { did, handle, appPassword } = await server.createAccount('harness');
  const session = await post('com.atproto.server.createSession', { identifier: handle, password: appPassword });
  const record = { $type: 'app.bsky.feed.post', text: 'kept', createdAt: '2026-01-01T00:00:00.000Z' };
  const write = { repo: did, collection: 'app.bsky.feed.post', rkey: '3mb5v2xqx2k2a', record, swapRecord: null };
  server.proxy.lossRate = 1;
  await expect(post('com.atproto.repo.putRecord', write, session.body.accessJwt)).rejects.toThrow();
  expect(server.proxy.lostResponses).toBe(1);
  server.proxy.lossRate = 0;
  await server.kill();
  await expect(post('com.atproto.repo.putRecord', write, session.body.accessJwt)).rejects.toThrow();
  await server.restart();
  const again = await post('com.atproto.repo.putRecord', write, session.body.accessJwt);
  expect(again).toMatchObject({ status: 200 });
  expect(again.body.commit).toBeUndefined();
  expect((await server.listPosts(did)).map(({ text }) => text)).toEqual(['kept']);
});
