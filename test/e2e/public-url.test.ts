import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/local-stack/http.ts';
import { type LocalService, startLocalService } from '../../tools/local-stack/local-service.ts';
import { BUSY_MACHINE_FACTOR } from '../../tools/local-stack/stack-options.ts';
import { continueToPlatform } from '../../tools/simulator/give-consent.ts';
import { type ApiClient, createApiClient, getAccessToken } from './http-client.ts';

// The local service with `--public-url`: what platforms receive, and what they reach by it.

const PUBLIC_URL = 'https://tunnel.example.com';
const folder = mkdtempSync(join(tmpdir(), 'public-url-'));
let service: LocalService;
let api: ApiClient;
let tunnel: string;

beforeAll(async () => {
  const publicAccess = { url: PUBLIC_URL, port: await freePort() };
  tunnel = `http://127.0.0.1:${publicAccess.port}`;
  service = await startLocalService({ port: 0, folder, publicAccess, timeoutFactor: BUSY_MACHINE_FACTOR });
  api = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, service.credentials));
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the client metadata of Bluesky name the public URL, at which servers read them', async () => {
  const response = await fetch(`${tunnel}/v1/connect/client-metadata.json`, {
    headers: { host: new URL(PUBLIC_URL).host },
  });
  expect(await response.json()).toMatchObject({
    client_id: `${PUBLIC_URL}/v1/connect/client-metadata.json`,
    redirect_uris: [`${PUBLIC_URL}/v1/connect/callback`],
  });
});

test('a connection starts at the dashboard, sends the public redirect URI, and returns to the dashboard', async () => {
  const { url } = JSON.parse((await api('POST', '/connect/twitter', {})).text) as { url: string };
  expect(new URL(url).origin).toBe(service.url);
  const consent = new URL((await continueToPlatform(url)).url);
  expect(consent.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/v1/connect/callback`);
  const back = await fetch(`${tunnel}/v1/connect/callback?state=unknown&code=1`, { redirect: 'manual' });
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `${service.url}/v1/connect/callback?state=unknown&code=1&forwarded=1`,
  ]);
});

test('the URL of inbound webhooks is public', async () => {
  const { accounts } = JSON.parse((await api('GET', '/accounts')).text) as {
    accounts: { inbound_url: string | null }[];
  };
  const urls = accounts.flatMap(({ inbound_url }) => inbound_url ?? []);
  expect(urls.length).toBeGreaterThan(0);
  for (const url of urls) {
    expect(url).toMatch(`${PUBLIC_URL}/v1/inbound/`);
    expect((await fetch(url.replace(PUBLIC_URL, tunnel), { method: 'POST', body: '{}' })).status).toBe(401);
  }
});

test('the emails with sign-in links are not public', async () => {
  expect((await fetch(`${service.url}/_outbox`)).status).toBe(200);
  expect((await fetch(`${tunnel}/_outbox`)).status).toBe(404);
});
