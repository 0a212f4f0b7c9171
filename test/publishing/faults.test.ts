import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { allEndpoints, endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import {
  advanceTime,
  callApi,
  callUnmatchedRoute,
  setupApi,
  skipRetryPauses,
  storedItems,
} from '../functions/api-harness.ts';
import { onePerShape } from '../functions/shapes.ts';
import { cancelled, throttled } from '../functions/table-faults.ts';
import { newTenant, newTenantFor, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';

const table = setupApi();
const rows = allEndpoints().map(([operation]) => operation);

type Fault = (command: string, input: Record<string, unknown>) => Error;

const INTERNAL_WORDS = { message: 'internal words of the table' };
const named = (name: string) => Object.assign(new Error(), INTERNAL_WORDS, { name });

// What the table returns for a single command and for a transaction.
const FAULTS: [string, Fault][] = [
  ['throttles', (command, input) => Object.assign(throttled(command, input), INTERNAL_WORDS)],
  ['RequestLimitExceeded', () => named('RequestLimitExceeded')],
  ['InternalServerError', () => named('InternalServerError')],
  ['a closed connection', () => Object.assign(new Error(), INTERNAL_WORDS, { code: 'ECONNRESET' })],
];

/** Let authentication and the rate limit pass, and fail what the operation itself asks of the table. */
function failAfterAdmission(fault: Fault): (command: string, input: Record<string, unknown>) => Error | null {
  let isAdmitted = false;
  return (command, input) => {
    if (isAdmitted) return fault(command, input);
    isAdmitted = command === 'UpdateCommand';
    return null;
  };
}

let minutesOfStage = 0;

/** Advance to a minute whose quota no earlier test has reserved: they begin at the same time, and share the stage. */
function advanceToNewMinute({ workspace }: Tenant): void {
  if (workspace.id === STAGE_WORKSPACE_ID) minutesOfStage += 1;
  advanceTime(60_000 * (1 + minutesOfStage));
}

async function askBroken(operation: OperationId, fault: Fault, tenant: Tenant) {
  skipRetryPauses();
  const asked = await validRequest(operation, tenant);
  // A known token, so that nothing was read with it, and a new minute, so that the admission is asked of the table.
  await callApi('auth.verify', { token: tenant.token });
  advanceToNewMinute(tenant);
  const before = storedItems(table);
  table.fault = endpointOf(operation).permissions === 'none' ? fault : failAfterAdmission(fault);
  const answer = await callApi(operation, asked);
  table.fault = null;
  expect(storedItems(table)).toEqual(before);
  return answer;
}

// These ask nothing of the table once the caller is known, and for some no caller is.
const ASKS_NOTHING = /^(auth\.verify|content\.validate|problems\..*|docs\..*)$/;
const asking = onePerShape(allEndpoints().filter(([operation]) => !ASKS_NOTHING.test(operation)));

describe.each(asking)('%s while the table fails', (operation) => {
  it.each(FAULTS)('with %s is 503 with Retry-After, and leaves no half effect', async (_, fault) => {
    const answer = await askBroken(operation, fault, await newTenantFor(operation));
    expect([answer.status, answer.json.code]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(answer.json.retryable).toBe(true);
    expect(answer.text).not.toContain('internal words');
  });

  it('in an unknown way is 500 without a word of what it was', async () => {
    const answer = await askBroken(
      operation,
      () => new TypeError('internal words of the code'),
      await newTenantFor(operation),
    );
    expect([answer.status, answer.json.code]).toEqual([500, 'internal_error']);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.text).not.toMatch(/internal words|TypeError|\.ts/);
  });
});

describe.each(asking)('%s of a new instance while the table fails', (operation) => {
  it('with throttles is 503 with Retry-After', async () => {
    const tenant = await newTenantFor(operation);
    const asked = await validRequest(operation, tenant);
    skipRetryPauses();
    advanceTime(60_000);
    const before = storedItems(table);
    table.fault = (command, input) => throttled(command, input);
    const answer = await callApi(operation, asked);
    table.fault = null;
    expect([answer.status, answer.json.code]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(storedItems(table)).toEqual(before);
  });
});

describe('a request whose transaction is throttled', () => {
  // A draft on one platform is a single write.
  async function requestOfTransaction() {
    const body = { title: 'A title', platforms: ['twitter', 'linkedin'] };
    return { ...(await validRequest('content.create', await newTenant())), body };
  }

  it('ends with 503 before Lambda stops the function', async () => {
    const asked = await requestOfTransaction();
    skipRetryPauses();
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    onTestFinished(() => void vi.mocked(Math.random).mockRestore());
    const startedAtMs = Date.now();
    table.fault = (command, input) => (command === 'TransactWriteCommand' ? throttled(command, input) : null);
    const answer = await callApi('content.create', asked);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(Date.now() - startedAtMs).toBeLessThanOrEqual(9_000);
  });

  it('succeeds when the throttle ends', async () => {
    const asked = await requestOfTransaction();
    skipRetryPauses();
    let failures = 10;
    table.fault = (command, input) =>
      command === 'TransactWriteCommand' && failures-- > 0 ? throttled(command, input) : null;
    expect((await callApi('content.create', asked)).status).toBe(201);
  });

  it('is 500 when the transaction itself is wrong', async () => {
    const asked = await requestOfTransaction();
    table.fault = (command, input) =>
      command === 'TransactWriteCommand' ? cancelled(input, 'ThrottlingError', 'ValidationError') : null;
    expect((await callApi('content.create', asked)).status).toBe(500);
  });
});

// Every route that knows its caller counts the requests.
const counted = onePerShape(allEndpoints().filter(([, route]) => route.permissions !== 'none'));

describe.each(counted)('%s while the table cannot say how many requests were made', (operation) => {
  it('is 503 with Retry-After and the policy without a number, and nothing is done', async () => {
    const tenant = await newTenantFor(operation);
    const asked = await validRequest(operation, tenant);
    advanceToNewMinute(tenant);
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
        const tenant = await newTenantFor(operation);
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
