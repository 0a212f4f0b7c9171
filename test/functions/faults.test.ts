import { describe, expect, it, vi } from 'vitest';
import { allEndpoints, endpointOf, type OperationId } from '../../lib/api/endpoints.ts';
import { advanceTime, callApi, callUnmatchedRoute, setupApi, storedItems } from './api-harness.ts';
import { validRequest } from './resources.ts';
import { newTenant, type Tenant } from './tenants.ts';

const table = setupApi();
const rows = allEndpoints().map(([operation]) => operation);

const named = (name: string) => Object.assign(new Error('internal words of the table'), { name });

/** Lets authentication and the rate limit pass, and fails what the operation itself asks of the table. */
function failAfterAdmission(error: Error): (command: string) => Error | null {
  let isAdmitted = false;
  return (command) => {
    if (isAdmitted) return error;
    isAdmitted = command === 'UpdateCommand';
    return null;
  };
}

async function askBroken(operation: OperationId, error: Error, tenant: Tenant) {
  const asked = await validRequest(operation, tenant);
  // A new minute, so that the admission is asked of the table and not taken from what was asked before.
  advanceTime(60_000);
  const before = storedItems(table);
  table.fault = endpointOf(operation).permissions === 'none' ? () => error : failAfterAdmission(error);
  const answer = await callApi(operation, asked);
  table.fault = null;
  expect(storedItems(table)).toEqual(before);
  return answer;
}

// These ask nothing of the table once the caller is known, and for some no caller is.
const ASKS_NOTHING = /^(auth\.verify|content\.validate|problems\..*|docs\..*)$/;
const asking = rows.filter((operation) => !ASKS_NOTHING.test(operation));

describe.each(asking)('%s while the table fails', (operation) => {
  it.each([
    'ProvisionedThroughputExceededException',
    'ThrottlingException',
    'RequestLimitExceeded',
    'InternalServerError',
  ])('with %s is 503 with Retry-After, and leaves no half effect', async (name) => {
    const answer = await askBroken(operation, named(name), await newTenant());
    expect([answer.status, answer.json.code]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(answer.json.retryable).toBe(true);
    expect(answer.text).not.toContain('internal words');
  });

  it('in an unknown way is 500 without a word of what it was', async () => {
    const answer = await askBroken(operation, new TypeError('internal words of the code'), await newTenant());
    expect([answer.status, answer.json.code]).toEqual([500, 'internal_error']);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.text).not.toMatch(/internal words|TypeError|\.ts/);
  });
});

// Every route that knows its caller counts the requests.
const counted = allEndpoints().filter(([, route]) => route.permissions !== 'none');

describe.each(counted)('%s while the table cannot say how many requests were made', (operation) => {
  it('is 503 with Retry-After and the policy without a number, and nothing is done', async () => {
    const asked = await validRequest(operation, await newTenant());
    advanceTime(60_000);
    const before = storedItems(table);
    table.fault = (command) => (command === 'UpdateCommand' ? named('ThrottlingException') : null);
    const answer = await callApi(operation, asked);
    expect([answer.status, answer.json.code]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers['ratelimit-policy']).toBe('"minute";q=10000;w=60');
    expect(answer.headers).not.toHaveProperty('ratelimit');
    expect(answer.headers).not.toHaveProperty('x-ratelimit-remaining');
    expect(storedItems(table)).toEqual(before);
  });
});

describe('the log', () => {
  it('has a line for every request, and never a token, a secret, a body or an email address', async () => {
    const lines: string[] = [];
    const write = (text: unknown) => lines.push(String(text)) > 0;
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation(write),
      vi.spyOn(process.stderr, 'write').mockImplementation(write),
    ];
    process.env.LOG_LEVEL = 'DEBUG';
    const secrets: string[] = [];
    try {
      for (const operation of rows) {
        const tenant = await newTenant();
        const asked = await validRequest(operation, tenant);
        secrets.push(tenant.clientSecret, tenant.token, tenant.key.secret_hash);
        await callApi(operation, asked);
        await callApi(operation, { ...asked, text: '{"title":"a private word"', body: undefined });
        await callApi(operation, { ...asked, token: 'an-unknown-token-of-a-client' });
        table.fault = () => new Error('broken');
        await callApi(operation, { ...asked, token: `other-${tenant.token}` });
        table.fault = null;
      }
      await callUnmatchedRoute('GET', '/v1/private-path', { token: 'an-unknown-token-of-a-client' });
    } finally {
      process.env.LOG_LEVEL = 'SILENT';
      for (const spy of spies) spy.mockRestore();
    }
    const text = lines.join('');
    for (const operation of rows) expect(text).toContain(`"operation":"${operation}"`);
    expect(text).toContain('"request_id"');
    for (const secret of secrets) expect(text).not.toContain(secret);
    for (const word of ['a private word', 'an-unknown-token', 'new.colleague@example.com', 'Bearer ', 'whsec_']) {
      expect(text).not.toContain(word);
    }
  });
});
