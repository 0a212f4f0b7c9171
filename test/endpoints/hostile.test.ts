import { describe, expect, it } from 'vitest';
import { allEndpoints, type OperationId } from '../../lib/bundle/endpoints.ts';
import { PersonName } from '../../lib/core/api/request-fields.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  setupApi,
  storedItems,
  type TestRequest,
} from '../functions/api-harness.ts';
import { newWebhook, PICTURES } from '../functions/resources.ts';
import { newTenant, newTenantFor, newToken, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';

// The rows of test/hostile-inputs.json that no other file proves.

const table = setupApi();
const good = { title: 'A title', platforms: ['twitter'] };

const create = (tenant: Tenant, body: object, headers?: Record<string, string>) =>
  callApi('content.create', {
    token: tenant.token,
    body,
    ...(headers ? { headers: { 'content-type': 'application/json', ...headers } } : {}),
  });

interface Wrong {
  pointer: string;
  code: string;
  detail: string;
  platform?: string;
}

/** The errors of a rejected item, after which nothing is stored. */
async function rejectedFor(body: object, tenant?: Tenant): Promise<Wrong[]> {
  const caller = tenant ?? (await newTenant());
  const before = storedItems(table);
  const answer = await create(caller, body);
  expect([answer.status, answer.json.code], answer.text).toEqual([422, 'validation_failed']);
  expect(storedItems(table)).toEqual(before);
  return answer.json.errors as Wrong[];
}

const fieldsOf = (errors: Wrong[]) => errors.map(({ pointer }) => pointer);

describe('prototype property names as fields', () => {
  const withObjects = allEndpoints().filter(
    ([, { body, permissions }]) => typeof body === 'object' && permissions !== 'none',
  );

  /** Where objects are in a body, as JSON pointers. */
  const objectsIn = (value: unknown, at = ''): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const inside = Object.entries(value).flatMap(([name, each]) => objectsIn(each, `${at}/${name}`));
    return Array.isArray(value) ? inside : [at, ...inside];
  };

  // The operations whose valid request is flat; here with nested objects.
  const deep: Partial<Record<OperationId, object>> = {
    'content.create': { media: PICTURES, platform_options: { twitter: { text: 'Text' } } },
    'content.update': { media: PICTURES, platform_options: { twitter: { text: 'Text' } } },
    'content.validate': { media: PICTURES, platform_options: { twitter: { text: 'Text' } } },
  };

  it.each(withObjects)('are rejected by %s at every depth, and leave prototypes unchanged', async (operation) => {
    const tenant = await newTenantFor(operation);
    const requestInput = await validRequest(operation, tenant);
    const body = { ...(requestInput.body as object), ...deep[operation] };
    const before = storedItems(table);
    for (const at of objectsIn(body)) {
      for (const name of ['__proto__', 'constructor', 'prototype']) {
        const corrupted = JSON.parse(JSON.stringify(body)) as Json;
        const path = at.split('/').slice(1);
        const inside = path.reduce<Json>((each, part) => each[part] as Json, corrupted);
        Object.defineProperty(inside, name, { value: { admin: true }, enumerable: true });
        const { status, json, text } = await callApi(operation, { ...requestInput, body: corrupted });
        // A batch responds for each of its elements.
        const errors = Array.isArray(json.results) ? json.results.map(({ error }) => error) : json.errors;
        expect([status, status === 422 || Array.isArray(json.results)], text).toEqual([status, true]);
        // A record has names of the caller's choice: there, the value is invalid.
        const pointer = `${at}/${name}`;
        expect(errors).toContainEqual(expect.objectContaining({ pointer }));
        if (at !== '/variables' && at !== '/metadata')
          expect(errors).toContainEqual(expect.objectContaining({ pointer, code: 'unknown_field' }));
        expect(({} as Json).admin).toBeUndefined();
      }
    }
    expect(storedItems(table)).toEqual(before);
  });
});

describe('a body and its headers', () => {
  it('with a repeated key is the same request as one with its last value alone', async () => {
    const { token } = await newTenant();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'twice' };
    const text = '{"title":"first","platforms":["twitter"],"title":"last"}';
    const first = await callApi('content.create', { token, text, headers });
    const again = await callApi('content.create', { token, body: { ...good, title: 'last' }, headers });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });

  it.each(['application/xml', 'text/html;q=1, */*;q=0', '', 'nonsense'])(
    'has a JSON response for any Accept header: %j',
    async (accept) => {
      const answer = await create(await newTenant(), good, { accept });
      expect([answer.status, answer.headers['content-type']]).toEqual([201, 'application/json']);
      const rejected = await create(await newTenant(), {}, { accept });
      expect([rejected.status, rejected.headers['content-type']]).toEqual([422, 'application/problem+json']);
    },
  );
});

describe('text', () => {
  const textFields: [string, (text: string) => object][] = [
    ['/title', (title) => ({ title })],
    ['/description', (description) => ({ description })],
    ['/media/0/alt', (alt) => ({ media: [{ ...PICTURES[0], alt }] })],
    ['/platform_options/twitter/text', (text) => ({ platform_options: { twitter: { text } } })],
  ];
  // C0 but tab and newline, and DEL.
  const controls = [...Array(0x20).keys(), 0x7f].filter((code) => code !== 9 && code !== 10);

  it.each(textFields)('in %s has no control character but tab and newline', async (pointer, fields) => {
    const tenant = await newTenant();
    for (const code of controls) {
      const text = `a${String.fromCharCode(code)}b`;
      expect([code, fieldsOf(await rejectedFor({ ...good, ...fields(text) }, tenant))]).toEqual([code, [pointer]]);
    }
    expect((await create(tenant, { ...good, ...fields('a\tb\nc') })).status).toBe(201);
  });

  it.each(textFields)('in %s that is invisible is rejected', async (pointer, fields) => {
    for (const text of ['', '   ', ' \n\t', '\u200b', '\u200b\u200d\u2060\ufeff', '\u202e']) {
      expect([text, fieldsOf(await rejectedFor({ ...good, ...fields(text) }))]).toEqual([text, [pointer]]);
    }
  });

  it.each([
    ['letters', 'a'.repeat(280)],
    ['emoji', '😀'.repeat(140)],
    ['a family, joined', '👨‍👩‍👧‍👦'.repeat(140)],
    ['flags', '🇩🇪'.repeat(140)],
    ['keycaps', '1️⃣'.repeat(140)],
  ])(
    "of exactly 280 for X is scheduled, and one more is rejected with the length by X's count: %s",
    async (_, text) => {
      const tenant = await newTenant();
      const post = { ...good, scheduled_at: inSeconds(60) };
      expect((await create(tenant, { ...post, description: text })).status).toBe(201);
      const errors = await rejectedFor({ ...post, description: `${text}a` });
      expect(errors).toEqual([expect.objectContaining({ code: 'text_too_long', platform: 'twitter' })]);
      expect(errors[0]?.detail).toContain('281');
    },
  );

  it.each(['\ufffe', '\ufeff', '\uffff'])('with %j in it is rejected for X, naming the character', async (c) => {
    const errors = await rejectedFor({ ...good, title: `a${c}b`, scheduled_at: inSeconds(60) });
    expect(errors).toEqual([expect.objectContaining({ code: 'text_character_refused', platform: 'twitter' })]);
  });

  it.each([
    ['characters', 'a'.repeat(2200), 'a', 'text_too_long'],
    ['hashtags', '#tag '.repeat(30), '#tag', 'too_many_hashtags'],
    ['mentions', '@name '.repeat(20), '@name', 'too_many_mentions'],
  ])('for Instagram may have as many %s as its limit, and one more is rejected', async (_, text, more, code) => {
    const post = { ...good, platforms: ['instagram'], media: PICTURES, scheduled_at: inSeconds(60) };
    expect((await create(await newTenant(), { ...post, description: text })).status).toBe(201);
    const errors = await rejectedFor({ ...post, description: `${text}${more}` });
    expect(errors).toEqual([expect.objectContaining({ code, platform: 'instagram' })]);
  });

  it.each([
    'a\u202eb',
    'a\u200bb',
    '\u2066a',
    'a\ufeff',
    'a\nb',
    'a\u200db',
    '💻\u200d',
    '💻\u200d💻',
    '👩\u200d💻\u200d',
  ])('in a name has no invisible character: %j', (name) => {
    expect(PersonName.safeParse(name).success).toBe(false);
    expect(PersonName.safeParse('Zoë 東京 😀 & Co.').success).toBe(true);
  });

  it('too long for X and Instagram is rejected naming both, and nothing is scheduled', async () => {
    const errors = await rejectedFor({
      title: 'A title',
      description: 'a'.repeat(2201),
      platforms: ['twitter', 'linkedin', 'instagram'],
      scheduled_at: inSeconds(60),
    });
    expect(errors.map(({ platform, code }) => `${platform} ${code}`).sort()).toEqual([
      'instagram text_too_long',
      'twitter text_too_long',
    ]);
  });
});

describe('media', () => {
  const post = { ...good, platforms: ['instagram'] };
  const withUrl = (url: string) => ({
    ...post,
    media: [{ url, type: 'image' }],
    scheduled_at: inSeconds(60),
  });

  it.each([{}, { scheduled_at: '2026-08-03T10:01:30.000Z' }])(
    'for Instagram can be added until the post is due: without it there is a warning (%j)',
    async (time) => {
      const answer = await create(await newTenant(), { ...post, ...time });
      expect(answer.status, answer.text).toBe(201);
      const warnings = answer.json.warnings as Json[];
      expect(warnings.map(({ code, platform }) => [code, platform])).toContainEqual(['media_required', 'instagram']);
    },
  );

  it.each(['https://media.example.com/a.png', 'https://media.example.com/a.gif'])(
    'that Instagram does not accept is rejected: %s',
    async (url) => {
      const errors = await rejectedFor(withUrl(url));
      expect(errors).toEqual([expect.objectContaining({ code: 'media_unsupported', platform: 'instagram' })]);
    },
  );

  it.each([
    'http://media.example.com/a.jpg',
    'file:///etc/passwd',
    'https://10.0.0.1/a.jpg',
    'https://192.168.1.1/a.jpg',
    'https://169.254.169.254/latest/meta-data/a.jpg',
    'https://[::1]/a.jpg',
    'https://[::ffff:10.0.0.1]/a.jpg',
    'https://2130706433/a.jpg',
    'https://user:password@media.example.com/a.jpg',
    'https://media.example.com:22/a.jpg',
  ])('whose URL is not public https is rejected: %s', async (url) => {
    expect(fieldsOf(await rejectedFor(withUrl(url)))).toEqual(['/media/0/url']);
  });
});

describe('a time', () => {
  it.each([
    ['60 seconds ago', -60],
    ['now', 0],
    ['in 30 seconds', 30],
  ])('that is %s is scheduled, never earlier than now', async (_, seconds) => {
    const answer = await create(await newTenant(), { ...good, scheduled_at: inSeconds(seconds) });
    expect([answer.status, answer.json.scheduled_at]).toEqual([201, inSeconds(Math.max(0, seconds))]);
  });

  it('on 29 February is valid in a leap year', async () => {
    const tenant = await newTenant();
    advanceTime(Date.parse('2028-01-01T00:00:00Z') - Date.now());
    const token = await newToken(tenant);
    const at = (scheduled_at: string) =>
      callApi('content.create', { token, body: { ...good, scheduled_at } }).then(({ status }) => status);
    expect(await at('2028-02-29T10:00:00Z')).toBe(201);
    expect(await at('2028-02-30T10:00:00Z')).toBe(422);
  });
});

describe('concurrent requests', () => {
  it('500 creations without a key create 500 items', async () => {
    const tenant = await newTenant();
    const answers = await Promise.all(Array.from({ length: 500 }, () => create(tenant, good)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(500);
  });
});

describe('an unavailable request count', () => {
  it('lets no request pass: 503 with Retry-After, without an effect', async () => {
    const tenant = await newTenant();
    const before = storedItems(table);
    const throttled = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
    table.fault = (command) => (command === 'UpdateCommand' ? throttled : null);
    const answer = await create(tenant, good);
    table.fault = null;
    expect([answer.status, answer.json.code]).toEqual([503, 'temporarily_unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(storedItems(table)).toEqual(before);
  });
});

describe('a function that crashed during an external call, with an Idempotency-Key', () => {
  it('blocks the key for its maximum run time, and then the next request acts', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    const requestInput: TestRequest = {
      token: tenant.token,
      params: { id },
      body: { event_type: 'content.created' },
      headers: { 'content-type': 'application/json', 'idempotency-key': 'died' },
    };
    let isMarked = false;
    // The in-flight record is written; everything after it never was.
    table.fault = (command) => {
      if (isMarked) return new Error('dead');
      isMarked = command === 'PutCommand';
      return null;
    };
    await callApi('webhooks.test', requestInput);
    table.fault = null;
    const early = await callApi('webhooks.test', requestInput);
    expect([early.status, early.json.code, early.headers['retry-after']]).toEqual([409, 'request_in_flight', '1']);
    advanceTime(60_000);
    const late = await callApi('webhooks.test', requestInput);
    expect([late.status, late.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });
});
