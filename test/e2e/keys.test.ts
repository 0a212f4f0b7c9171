import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeletedResponse } from '../../lib/core/api/response-fields.ts';
import { KeyListResponse } from '../../lib/identity/api/keys/list.ts';
import { KeyResponse, KeySecretResponse } from '../../lib/identity/api/keys/responses.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import { getTableInfo, scanTable } from './assertions.ts';
import { type DeliveryStack, startDeliveryStack } from './deliveries.ts';
import { type ApiClient, createApiClient, getAccessToken, read } from './http-client.ts';

let place: DeliveryStack;
let api: ApiClient;
let baseUrl: string;

beforeAll(async () => {
  place = await startDeliveryStack({ workspaces: 1 });
  api = place.workspaces[0]!.api;
  baseUrl = `${place.service.url}/v1`;
});

afterAll(() => place?.stop());

const made = async (fields: object) => read(await api('POST', '/keys', fields), 201, KeySecretResponse());
const enter = async (key: { client_id: string; client_secret: string }) =>
  createApiClient(baseUrl, await getAccessToken(baseUrl, key));
const statusOf = async (caller: ApiClient) => (await caller('GET', '/auth/verify')).status;

test('an API key is created, used within its permissions, marked as used, and revoked: its tokens end within 60 seconds', async () => {
  const key = await made({ name: 'Nightly import', permissions: ['content:read'] });
  const importer = await enter(key);
  expect((await importer('GET', '/content')).status).toBe(200);
  const rejected = await importer('POST', '/keys', { name: 'More', permissions: ['team:write'] });
  expect(read(rejected, 403, Problem()).code).toBe('insufficient_scope');
  const shown = read(await api('GET', `/keys/${key.id}`), 200, KeyResponse());
  expect(Date.now() - Date.parse(shown.last_used_at!)).toBeLessThan(30_000);
  expect(read(await api('GET', '/keys'), 200, KeyListResponse()).keys.map(({ name }) => name)).toEqual([
    'Nightly import',
    'Owner',
  ]);

  expect(await statusOf(importer)).toBe(200);
  read(await api('DELETE', `/keys/${key.id}`), 200, DeletedResponse());
  place.clock.advance(60_001);
  expect(await statusOf(importer)).toBe(401);
  await expect(getAccessToken(baseUrl, key)).rejects.toThrow('invalid_client');
});

test('a reroll with an overlap accepts the old secret for that time and no longer', async () => {
  const key = await made({ name: 'Rolling' });
  place.clock.pause();
  const path = `/keys/${key.id}/reroll`;
  const rerolled = read(await api('POST', path, { overlap_seconds: 3 }), 200, KeySecretResponse());
  await enter(key);
  await enter(rerolled);
  place.clock.advance(3_001);
  place.clock.resume();
  await expect(getAccessToken(baseUrl, key)).rejects.toThrow('invalid_client');
  await enter(rerolled);
});

test('no shown secret is in the table, not even for an Idempotency-Key that returns it again', async () => {
  const headers = { 'idempotency-key': 'a-key-of-this-test' };
  const first = await api('POST', '/keys', { name: 'Once' }, headers);
  const again = await api('POST', '/keys', { name: 'Once' }, headers);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.text).toBe(first.text);
  const { client_secret } = read(first, 201, KeySecretResponse());
  const stored = JSON.stringify(await scanTable(getTableInfo(place.service)));
  expect(stored).toContain('"name":"Once"');
  expect(stored).not.toContain(client_secret);
});
