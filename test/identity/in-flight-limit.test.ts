import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { operation as update } from '../../lib/content/api/content/update.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { MAX_IN_FLIGHT } from '../../lib/identity/rules/rate-limits.ts';
import { takeInFlightLease } from '../../lib/identity/store/in-flight-requests.ts';
import { operation as testWebhook } from '../../lib/webhooks/api/webhooks/test.ts';
import { advanceTime, callApi, setupApi, storedItems, type TestResponse } from '../functions/api-harness.ts';
import { PUBLISHED, publishTo } from '../functions/publish-step.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { sdkError } from '../functions/worker-harness.ts';
import { httpReceiver } from '../webhooks/delivery/receivers.ts';

const table = setupApi();

const CONCURRENT = 10;
const statuses = (answers: TestResponse[]) => answers.map(({ status }) => status).sort();
const leases = () => storedItems(table).filter(({ entity }) => entity === 'InFlightRequest');

async function until(check: () => boolean): Promise<void> {
  while (!check()) await sleep(5);
}

describe('test deliveries to a receiver that does not respond', () => {
  const test = ({ token }: Tenant, id: string) =>
    callApi('webhooks.test', { token, params: { id }, body: { event_type: 'content.published' } });

  /** A receiver that does not respond before `respond` is called. */
  async function hangingReceiver() {
    const responding = Promise.withResolvers<void>();
    const { port, seen } = await httpReceiver(async (_, response) => {
      await responding.promise;
      response.end();
    });
    return { url: `http://127.0.0.1:${port}/`, seen, respond: responding.resolve };
  }

  it('are at most five at a time: ten concurrent requests send five, and five are 429 with Retry-After', async () => {
    const tenant = await newTenant();
    const { url, seen, respond } = await hangingReceiver();
    const { webhook_id: id } = await newWebhook(tenant, { url });
    const rejected: TestResponse[] = [];
    const all = Array.from({ length: CONCURRENT }, async () => {
      const answer = await test(tenant, id);
      if (answer.status === 429) rejected.push(answer);
      return answer;
    });
    await until(() => rejected.length === CONCURRENT - MAX_IN_FLIGHT && seen.requests === MAX_IN_FLIGHT);
    expect(rejected[0]!.json).toMatchObject({ code: 'too_many_in_flight', retryable: true });
    expect(rejected[0]!.headers['retry-after']).toBe('5');
    respond();
    expect(statuses(await Promise.all(all))).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    expect(seen.requests).toBe(MAX_IN_FLIGHT);
  });

  it('of one workspace leave those of another unlimited, and further ones are sent once they end', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const { url, seen, respond } = await hangingReceiver();
    const { webhook_id: id } = await newWebhook(one, { url });
    const hanging = Array.from({ length: MAX_IN_FLIGHT }, () => test(one, id));
    await until(() => seen.requests === MAX_IN_FLIGHT);
    const responsive = await httpReceiver((_, response) => response.end());
    const { webhook_id: otherId } = await newWebhook(other, { url: `http://127.0.0.1:${responsive.port}/` });
    expect((await test(other, otherId)).json.status).toBe('delivered');
    expect((await test(one, id)).status).toBe(429);
    respond();
    await Promise.all(hanging);
    expect(leases()).toEqual([]);
    expect((await test(one, id)).json.status).toBe('delivered');
  });
});

describe('requests to publish immediately, on a platform that does not respond', () => {
  const publish = ({ token }: Tenant, id: string) =>
    callApi('content.update', { token, params: { id }, body: { status: 'published' } });

  it('wait five at a time: of ten concurrent requests five are 202 at once, and five after 20 s', async () => {
    const tenant = await newTenant();
    const ids: string[] = [];
    for (let n = 0; n < CONCURRENT; n++) ids.push((await newContent(tenant, { title: `Title ${n}` })).id);
    const ended: TestResponse[] = [];
    const all = ids.map(async (id) => ended.push(await publish(tenant, id)));
    await until(() => ended.length === CONCURRENT - MAX_IN_FLIGHT && leases().length === MAX_IN_FLIGHT);
    expect(ended.map(({ status, json }) => [status, json.status])).toEqual(ended.map(() => [202, 'publishing']));
    advanceTime(20_000);
    await Promise.all(all);
    expect(statuses(ended)).toEqual(ids.map(() => 202));
    expect(leases()).toEqual([]);
  });

  it('are published all the same when they do not wait, and leave another workspace its wait', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    for (let n = 0; n < MAX_IN_FLIGHT; n++) await takeInFlightLease(one.workspace.id, 'content.update', Date.now());
    const { id } = await newContent(one, { platforms: ['twitter'] });
    expect((await publish(one, id)).status).toBe(202);
    await publishTo(one, id, 'twitter', PUBLISHED);
    expect((await publish(one, id)).json.status).toBe('published');
    const { id: otherId } = await newContent(other, { platforms: ['twitter'] });
    const waiting = publish(other, otherId);
    await until(() => leases().length === MAX_IN_FLIGHT + 1);
    await publishTo(other, otherId, 'twitter', PUBLISHED);
    expect((await waiting).json.status).toBe('published');
  });

  it('are 202 when the table accepts the request and no lease: the item is being published', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter'] });
    table.fault = (command, input) =>
      command === 'PutCommand' && JSON.stringify(input).includes('InFlightRequest')
        ? sdkError('ProvisionedThroughputExceededException')
        : null;
    const answer = await publish(tenant, id);
    expect([answer.status, answer.json.status]).toEqual([202, 'publishing']);
  });
});

describe('a lease', () => {
  it('of a function that crashed ends after 30 seconds, and not before', async () => {
    const { workspace } = await newTenant();
    const take = () => takeInFlightLease(workspace.id, 'webhooks.test', Date.now());
    for (let n = 0; n < MAX_IN_FLIGHT; n++) expect(await take()).not.toBeNull();
    advanceTime(29_999);
    expect(await take()).toBeNull();
    advanceTime(1);
    expect(await take()).not.toBeNull();
  });

  it('that has ended and was taken by another request is not released by its first holder', async () => {
    const { workspace } = await newTenant();
    const take = () => takeInFlightLease(workspace.id, 'webhooks.test', Date.now());
    const expired: (() => Promise<void>)[] = [];
    for (let n = 0; n < MAX_IN_FLIGHT; n++) expired.push((await take())!);
    advanceTime(LEASE_SECONDS.requestInFlight * 1000);
    for (let n = 0; n < MAX_IN_FLIGHT; n++) await take();
    for (const release of expired) await release();
    expect(leases()).toHaveLength(MAX_IN_FLIGHT);
  });

  it('is longer than the functions that take one can run', () => {
    for (const { timeoutSeconds } of [update, testWebhook])
      expect(timeoutSeconds).toBeLessThan(LEASE_SECONDS.requestInFlight);
  });
});
