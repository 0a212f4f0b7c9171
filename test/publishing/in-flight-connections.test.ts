import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { operation as createAccount } from '../../lib/accounts/api/accounts/create.ts';
import { operation as completeConnection } from '../../lib/accounts/api/connect/callback.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { MAX_IN_FLIGHT } from '../../lib/identity/rules/rate-limits.ts';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import { createSession } from '../../lib/platforms/bluesky/adapter/session.ts';
import { callApi, setupApi, storedItems, type TestResponse } from '../functions/api-harness.ts';
import { type StartedFlow, startFlow } from '../functions/connections.ts';
import { ACCOUNT, result, returnWithCode } from '../functions/given/connect-flow.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

vi.mock(import('../../lib/platforms/bluesky/adapter/session.ts'), async (original) => ({
  ...(await original()),
  createSession: vi.fn(),
}));

const table = setupApi();

const CONCURRENT = 10;
const statuses = (answers: TestResponse[]) => answers.map(({ status }) => status).sort();
const leases = () => storedItems(table).filter(({ entity }) => entity === 'InFlightRequest');

async function until(check: () => boolean): Promise<void> {
  while (!check()) await sleep(5);
}

/** Start requests, and collect those that were rejected. */
function startAll(request: (index: number) => Promise<TestResponse>) {
  const rejected: TestResponse[] = [];
  const all = Array.from({ length: CONCURRENT }, async (_, index) => {
    const answer = await request(index);
    if (answer.status === 429) rejected.push(answer);
    return answer;
  });
  return { rejected, all: Promise.all(all) };
}

describe('app passwords of a server that does not respond', () => {
  const SILENT = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
  const OTHER = 'did:plc:bbbbbbbbbbbbbbbbbbbbbbbb';

  const connect = ({ token }: Tenant, external_id: string) =>
    callApi('accounts.create', { token, body: { platform: 'bluesky', external_id, app_password: 'abcd-efgh' } });

  /** Let the servers of one account respond only once `respond` is called. */
  function useSilentServer() {
    const responding = Promise.withResolvers<void>();
    let waiting = 0;
    vi.mocked(createSession).mockImplementation(async (externalId) => {
      if (externalId === SILENT) {
        waiting += 1;
        await responding.promise;
      }
      return { outcome: 'unavailable', message: 'The server did not respond.' };
    });
    return { waiting: () => waiting, respond: responding.resolve };
  }

  it('are exchanged five at a time: of ten concurrent requests five are 429 with Retry-After while the others wait', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const server = useSilentServer();
    const { rejected, all } = startAll(() => connect(one, SILENT));
    await until(() => rejected.length === CONCURRENT - MAX_IN_FLIGHT && server.waiting() === MAX_IN_FLIGHT);
    expect(rejected[0]!.json).toMatchObject({ code: 'too_many_in_flight', retryable: true });
    expect(rejected[0]!.headers['retry-after']).toBe('5');
    expect((await connect(other, OTHER)).status).toBe(503);
    const body = { platform: 'twitter', external_id: '1000000001', access_token: 'a-token' };
    expect((await callApi('accounts.create', { token: one.token, body })).status).toBe(201);
    server.respond();
    expect(statuses(await all)).toEqual([429, 429, 429, 429, 429, 503, 503, 503, 503, 503]);
    expect(leases()).toEqual([]);
  });
});

describe('callbacks of a platform that does not respond', () => {
  it('wait five at a time per workspace; the others are 429 pages, and their URLs work afterwards', async () => {
    const exchange = vi.spyOn(CONNECTORS.twitter!, 'exchange');
    const responding = Promise.withResolvers<void>();
    const [one, other] = [await newTenant(), await newTenant()];
    const flows: StartedFlow[] = [];
    for (let n = 0; n < CONCURRENT; n++) flows.push(await startFlow(one));
    const ofOther = await startFlow(other);
    exchange.mockImplementation(async ({ state }) => {
      if (state !== ofOther.state) await responding.promise;
      return { outcome: 'granted', accounts: [ACCOUNT] };
    });
    const rejectedFlows: StartedFlow[] = [];
    const { rejected, all } = startAll(async (index) => {
      const answer = await returnWithCode(flows[index]!);
      if (answer.status === 429) rejectedFlows.push(flows[index]!);
      return answer;
    });
    await until(() => rejected.length === CONCURRENT - MAX_IN_FLIGHT && exchange.mock.calls.length === MAX_IN_FLIGHT);
    expect(rejected[0]!.text).toContain('<code>too_many_in_flight</code>');
    expect(rejected[0]!.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect((await returnWithCode(ofOther)).status).toBe(200);
    responding.resolve();
    expect(statuses(await all)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    expect(leases()).toEqual([]);
    expect((await returnWithCode(rejectedFlows[0]!)).status).toBe(200);
    expect((await result(one, rejectedFlows[0]!.id)).status).toBe('connected');
    exchange.mockRestore();
  });
});

describe('a lease of a connection', () => {
  it('is longer than the functions that take one can run', () => {
    for (const { timeoutSeconds } of [createAccount, completeConnection])
      expect(timeoutSeconds).toBeLessThan(LEASE_SECONDS.requestInFlight);
  });
});
