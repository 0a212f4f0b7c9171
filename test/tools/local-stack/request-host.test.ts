import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../tools/local-stack/http.ts';
import { handleMailboxPage } from '../../../tools/local-stack/mailbox-page.ts';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { type Fixture, synthesizeFixture } from './fixture.ts';

/** The names by which the local service is reached, and who reads the emails with sign-in links. */

const PUBLIC_URL = 'https://tunnel.example.com';
let fixture: Fixture;
let service: RunningStack;
let publicPort: number;

beforeAll(async () => {
  fixture = synthesizeFixture();
  publicPort = await freePort();
  const { outdir, folder } = fixture;
  service = await startStack({
    ...{ outdir, folder, log: () => {}, publicAccess: { url: PUBLIC_URL, port: publicPort } },
    interceptRequest: (incoming, response) => {
      if (handleMailboxPage(folder, incoming, response)) return true;
      if (!incoming.url?.startsWith('/_simulator/')) return false;
      response.end('simulator');
      return true;
    },
  });
});
afterAll(async () => {
  await service.stop();
  fixture.remove();
});

const PATHS = ['/things?a=1', '/_outbox', '/_simulator/posts', '/v1/unknown', '/'];

function statusOf(path: string, headers: Record<string, string>, port = service.port): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${port}${path}`;
    const sent = request(url, { headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    sent.on('error', reject).end();
  });
}

test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'tunnel.example.com', '0.0.0.0'])(
  'every path is 421 for the host %s, with and without the port',
  async (name) => {
    for (const path of PATHS) {
      expect(await statusOf(path, { host: `${name}:${service.port}` }), path).toBe(421);
      expect(await statusOf(path, { host: name }), path).toBe(421);
    }
  },
);

test('every path is 421 for a loopback name with another port', async () => {
  for (const path of PATHS) expect(await statusOf(path, { host: '127.0.0.1:1' }), path).toBe(421);
});

test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('the host %s with the port is served', async (name) => {
  const host = `${name}:${service.port}`;
  expect(await statusOf('/things?a=1', { host })).toBe(200);
  expect(await statusOf('/_outbox', { host })).toBe(200);
});

test('a request of HTTP/1.0 without a host is served', async () => {
  const socket = connect(service.port, '127.0.0.1');
  socket.write('GET /_outbox HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  [PUBLIC_URL, 'tunnel.example.com', 404],
  ['its own port', undefined, 404],
  ['another name', 'evil.example', 421],
])('the port of the tunnel answers a request for %s', async (_, host, status) => {
  expect(await statusOf('/unknown', { host: host ?? `127.0.0.1:${publicPort}` }, publicPort)).toBe(status);
});

test.each([
  ['cross-site', 403],
  ['same-site', 403],
  ['same-origin', 200],
  ['none', 200],
])('the emails are for no page of another origin: Sec-Fetch-Site %s is %i', async (site, status) => {
  expect(await statusOf('/_outbox', { 'sec-fetch-site': site })).toBe(status);
});

test('the emails are for programs, which send no Sec-Fetch-Site', async () => {
  expect(await statusOf('/_outbox', {})).toBe(200);
});
