import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { allEndpoints, type OperationId } from '../../lib/bundle/endpoints.ts';
import { callApi, setupApi, storedItems } from '../functions/api-harness.ts';
import { inboundAccount, webhook } from '../functions/platform-webhooks.ts';
import { repeatedRequests } from '../functions/repeated-requests.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();
const repeated = repeatedRequests(table);

const JSON_TYPE = { 'content-type': 'application/json' };
const withBody = allEndpoints().filter(([, { body }]) => typeof body === 'object');

/** The valid request of an operation, with a body of its own. */
async function withText(operation: OperationId, text: string, headers: Record<string, string> = {}) {
  const { good, before } = await repeated(operation);
  const { body: _, ...request } = good;
  const answer = await callApi(operation, { ...request, text, headers: { ...JSON_TYPE, ...headers } });
  return { answer, before, after: storedItems(table) };
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a body that is nested too deeply', () => {
  it.each(withBody)('is 422 for %s, with and without an Idempotency-Key, and has no effect', async (operation) => {
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      for (const [pointer, text] of [
        ['/engagements', `{"engagements":[{"a":${nested(60_000)}}]}`],
        ['/a~1b', `{"a/b":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`],
      ] as const) {
        const { answer, before, after } = await withText(operation, text, headers as Record<string, string>);
        expect([answer.status, answer.json.code]).toEqual([422, 'validation_failed']);
        const detail = 'Must not be nested in more than 32 levels.';
        expect(answer.json.errors).toEqual([{ pointer, code: 'nested_too_deeply', detail }]);
        expect(after).toEqual(before);
      }
    }
  });

  it('is 400 for a token request, as an OAuth error', async () => {
    const text = `{"grant_type":"client_credentials","a":${nested(100_000)}}`;
    const answer = await callApi('auth.token', { text, headers: JSON_TYPE });
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request']);
  });

  it('is 400 for a webhook of a platform, also after an unpaired surrogate, which is accepted', async () => {
    const target = await inboundAccount(await newTenant(), 'twitter');
    const receive = (text: string) => callApi('inbound.receive', webhook(target, text));
    expect((await receive('{"a":"\\ud800"}')).status).toBe(200);
    const answer = await receive(`{"a":"\\ud800","b":${nested(60_000)}}`);
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_json']);
  });

  it('begins with the 33rd level, whatever its strings contain', async () => {
    const body = (depth: number) =>
      `{"engagements":[{"platform":"twitter","external_id":"[[[{{{\\"[[","a":${nested(depth - 3)}}]}`;
    expect((await withText('engagements.create', body(32))).answer.status).toBe(200);
    expect((await withText('engagements.create', body(33))).answer.status).toBe(422);
  });
});

const LONE = '\\ud800';

describe('a body with an unpaired surrogate', () => {
  it.each([
    [
      'content.create',
      `{"title":"A","platforms":["twitter"],"media":[{"url":"https://example.com/${LONE}.jpg","type":"image"}]}`,
      '/media/0/url',
    ],
    ['content.update', `{"media":[{"url":"https://example.com/a?b=${LONE}","type":"image"}]}`, '/media/0/url'],
    [
      'content.validate',
      `{"title":"A","platforms":["twitter"],"media":[{"url":"https://example.com/${LONE}","type":"image"}]}`,
      '/media/0/url',
    ],
    ['content.resolve', `{"outcome":"published","url":"https://x.com/${LONE}"}`, '/url'],
    ['webhooks.create', `{"url":"https://example.com/\\udc00","events":["*"]}`, '/url'],
    ['webhooks.update', `{"url":"https://example.com/#${LONE}"}`, '/url'],
    ['webhooks.create', `{"url":"https://example.com/","events":["*"],"secret":"${LONE}"}`, '/secret'],
    ['team.invite', `{"email":"a@example.com","role":"viewer","${LONE}":1}`, '/\ufffd'],
    ['engagements.create', `{"engagements":[{"kind":"like","external_id":"${LONE}"}]}`, '/engagements/0/external_id'],
    ['engagements.create', `{"engagements":[{"a~/b":{"${LONE}":1}}]}`, '/engagements/0/a~0~1b/\ufffd'],
  ] as const)(
    'is 422 for %s naming its position, with and without an Idempotency-Key: %s',
    async (operation, text, pointer) => {
      for (const headers of [{}, { 'idempotency-key': 'lone' }]) {
        const { answer, before, after } = await withText(operation, text, headers as Record<string, string>);
        expect([answer.status, answer.json.code]).toEqual([422, 'validation_failed']);
        expect(answer.json.errors).toEqual([
          { pointer, code: 'invalid_unicode', detail: 'Must not contain unpaired surrogates.' },
        ]);
        expect(after).toEqual(before);
      }
    },
  );
});

describe('a compressed body', () => {
  const all = allEndpoints().map(([operation]) => operation);

  it.each(all)('is 415 for %s, before anything is read from it', async (operation) => {
    const { good: request, before } = await repeated(operation);
    for (const coding of ['gzip', 'br', 'deflate', 'x-gzip', 'identity, gzip', 'aws-chunked']) {
      const bytes = gzipSync(JSON.stringify(request.body ?? {}));
      const { body: _, ...rest } = request;
      const headers = { 'content-type': 'application/json', ...request.headers, 'content-encoding': coding };
      const answer = await callApi(operation, { ...rest, bytes, headers });
      expect([answer.status, answer.json.code]).toEqual([415, 'unsupported_media_type']);
      expect(answer.headers['accept-encoding']).toBe('identity');
    }
    expect(storedItems(table)).toEqual(before);
  });

  it.each(['identity', 'Identity', ''])('is none with the Content-Encoding %j', async (coding) => {
    const { good: request } = await repeated('content.create');
    const headers = { ...JSON_TYPE, 'content-encoding': coding };
    expect((await callApi('content.create', { ...request, headers })).status).toBe(201);
  });

  it('is of no interest where there is no body', async () => {
    const { token } = await newTenant();
    const headers = { 'content-encoding': 'gzip' };
    expect((await callApi('content.list', { token, headers })).status).toBe(200);
  });
});
