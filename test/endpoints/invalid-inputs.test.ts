import { describe, expect, it } from 'vitest';
import { allEndpoints, type OperationId } from '../../lib/bundle/endpoints.ts';
import { callApi, inSeconds, setupApi, storedItems, type TestRequest } from '../functions/api-harness.ts';
import { ADDRESSES, BODIES, ITEMS, POST, QUERIES, TIMES } from '../functions/invalid-inputs.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

// Every input of the tables, with the fields or parameters that the response must name.

const table = setupApi();

interface Expected {
  status: number;
  code?: string;
  names?: string[];
}

/** Expect a problem that names these fields, and no effect. */
async function expectRejected(
  { token }: Tenant,
  operation: OperationId,
  request: TestRequest,
  { status, code, names = [] }: Expected,
): Promise<void> {
  const before = storedItems(table);
  const answer = await callApi(operation, { token, ...request });
  expect(answer.status, answer.text).toBe(status);
  if (code) expect(answer.json.code).toBe(code);
  const errors = (answer.json.errors ?? []) as { pointer: string }[];
  for (const name of names) expect(errors.map(({ pointer }) => pointer)).toContain(name);
  expect(errors.length).toBeLessThanOrEqual(20);
  expect(storedItems(table)).toEqual(before);
}

const sent = (body: unknown): TestRequest =>
  typeof body === 'string' ? { text: body } : body instanceof Uint8Array ? { bytes: body } : { body };

describe('a body', () => {
  it.each(BODIES)('that is %s is rejected, and nothing is stored', async (_, body, status) => {
    await expectRejected(await newTenant(), 'content.create', sent(body), { status });
  });
});

describe('an item', () => {
  it.each(ITEMS)('with %s is rejected, naming the field, and nothing is stored', async (_, body, names) => {
    const expected = { status: 422, code: 'validation_failed', names };
    await expectRejected(await newTenant(), 'content.create', sent(body), expected);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe('a time that does not exist, or is out of range', () => {
  it.each(TIMES)('is 422 on every operation: %j', async (scheduled_at) => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(3600) });
    // An object is a local time, without its field.
    const isObject = JSON.stringify(scheduled_at)?.startsWith('{');
    const names = [isObject ? '/scheduled_at/local' : '/scheduled_at'];
    const expected = { status: 422, code: 'validation_failed', names };
    await expectRejected(tenant, 'content.create', { body: { ...POST, scheduled_at } }, expected);
    await expectRejected(tenant, 'content.update', { params: { id }, body: { scheduled_at } }, expected);
    const body = { content_id: id, platforms: ['twitter'], scheduled_at };
    await expectRejected(tenant, 'schedule.create', { body }, expected);
  });
});

describe('a query parameter that is invalid, repeated or unknown', () => {
  it.each(QUERIES)('is 400, and named: %s', async (target, name) => {
    const { pathname, searchParams } = new URL(target, 'https://api.example.com');
    const [operation] = allEndpoints().find(([, { route }]) => route === `GET /v1${pathname}`)!;
    // The gateway joins the values of a repeated parameter.
    const query = Object.fromEntries(
      [...searchParams.keys()].map((each) => [each, searchParams.getAll(each).join(',')]),
    );
    const expected = { status: 400, code: 'invalid_query', names: [name] };
    await expectRejected(await newTenant(), operation, { query }, expected);
  });
});

describe('a webhook URL that is not public https', () => {
  it.each(ADDRESSES.map((url) => [url.slice(0, 60), url]))('is 422 naming url: %j', async (_, url) => {
    const expected = { status: 422, code: 'validation_failed', names: ['/url'] };
    await expectRejected(await newTenant(), 'webhooks.create', { body: { url, events: ['*'] } }, expected);
  });
});
