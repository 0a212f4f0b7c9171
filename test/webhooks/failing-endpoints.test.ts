import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-delivery-queued.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { withPlan } from '../../lib/identity/rules/workspace.ts';
import { loadWorkspace, workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { stage } from '../../lib/stack/stages.ts';
import type { WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';
import { httpReceiver } from './delivery/receivers.ts';

const harness = setupWorkers();
stopDeliveryClock();

/** A tenant with an endpoint whose receiver returns the current value of `answers`. */
async function registered(answers: { status: number }) {
  const tenant = await newTenant();
  const { port, seen } = await httpReceiver((_, response) => response.writeHead(answers.status).end());
  const url = `http://127.0.0.1:${port}/hook?token=of-the-receiver`;
  const { webhook_id: id } = await newWebhook(tenant, { url, events: ['content.created'] });
  await processAllChanges(harness);
  harness.sent();
  const stored = async () => (await loadEndpoint(tenant.workspace.id, id)) as WebhookEndpoint;
  return { tenant, id, seen, stored };
}

/** Create an event, and attempts its first delivery to each endpoint once. */
async function attemptOne(tenant: Tenant): Promise<Json[]> {
  await newContent({ ...tenant, token: await newToken(tenant) });
  await processAllChanges(harness);
  const messages = harness.sent().map(({ message }) => message);
  expect((await handler(sqsEvent(...messages))).batchItemFailures).toEqual([]);
  await processAllChanges(harness);
  harness.sent();
  return messages;
}

/** How often a metric was counted. */
function counted(name: string): number {
  return harness
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"${name}":1`)).length;
}

// Days pass in these tests, and tokens last an hour.
const get = async (tenant: Tenant, id: string) =>
  (await callApi('webhooks.get', { token: await newToken(tenant), params: { id } })).json;

describe('an endpoint whose attempts fail', () => {
  it('has the time of the first failure, and is written once for it', async () => {
    const { tenant, id, stored } = await registered({ status: 500 });
    await attemptOne(tenant);
    const first = await stored();
    const failing_since = new Date().toISOString();
    expect(await get(tenant, id)).toMatchObject({
      status: 'active',
      failing_since,
      warned_at: null,
      disables_at: new Date(Date.now() + 5 * DAY_MS).toISOString(),
    });
    advanceTime(60_000);
    await attemptOne(tenant);
    expect(await stored()).toEqual(first);
  });

  it('is warned on the third day, once, with a log line and a metric', async () => {
    const { tenant, id } = await registered({ status: 500 });
    await attemptOne(tenant);
    advanceTime(3 * DAY_MS - 1);
    await attemptOne(tenant);
    expect(counted('EndpointsWarned')).toBe(0);
    advanceTime(1);
    await attemptOne(tenant);
    await attemptOne(tenant);
    expect(counted('EndpointsWarned')).toBe(1);
    expect(harness.logged().match(/"webhook endpoint warned"/g)).toHaveLength(1);
    expect(await get(tenant, id)).toMatchObject({ status: 'active', warned_at: new Date().toISOString() });
    expect(harness.logged()).not.toContain('of-the-receiver');
  });

  it('is disabled on the fifth day, with a log line and a metric, and receives nothing more', async () => {
    const { tenant, id, seen } = await registered({ status: 500 });
    await attemptOne(tenant);
    advanceTime(3 * DAY_MS);
    await attemptOne(tenant);
    advanceTime(2 * DAY_MS);
    await attemptOne(tenant);
    expect(await get(tenant, id)).toMatchObject({
      status: 'disabled',
      disabled_reason: expect.stringContaining('failed since'),
      disables_at: null,
    });
    expect(counted('EndpointsDisabled')).toBe(1);
    expect(harness.logged().match(/"webhook endpoint disabled"/g)).toHaveLength(1);
    const before = seen.requests;
    await attemptOne(tenant);
    expect(seen.requests).toBe(before);
  });

  it('is healthy again after one success, and its failure time is reset', async () => {
    const answers = { status: 500 };
    const { tenant, id, stored } = await registered(answers);
    await attemptOne(tenant);
    advanceTime(4 * DAY_MS);
    await attemptOne(tenant);
    answers.status = 200;
    await attemptOne(tenant);
    expect(await get(tenant, id)).toMatchObject({ failing_since: null, warned_at: null, disables_at: null });
    const well = await stored();
    await attemptOne(tenant);
    expect(await stored()).toEqual(well);
    answers.status = 500;
    advanceTime(2 * DAY_MS);
    await attemptOne(tenant);
    expect(await get(tenant, id)).toMatchObject({
      status: 'active',
      failing_since: new Date().toISOString(),
      warned_at: null,
    });
  });

  it('is disabled at once by 410, and counted', async () => {
    const { tenant, id } = await registered({ status: 410 });
    await attemptOne(tenant);
    expect(await get(tenant, id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'The receiver responded with 410 Gone.',
    });
    expect(counted('EndpointsDisabled')).toBe(1);
  });

  it('set active again has its deliveries attempted again, and its failure time is reset', async () => {
    const answers = { status: 410 };
    const { tenant, id } = await registered(answers);
    await attemptOne(tenant);
    answers.status = 500;
    advanceTime(10 * DAY_MS);
    const body = { status: 'active' };
    const token = await newToken(tenant);
    expect((await callApi('webhooks.update', { token, params: { id }, body })).json).toMatchObject({
      status: 'active',
      disabled_reason: null,
      failing_since: null,
    });
    await attemptOne(tenant);
    expect(await get(tenant, id)).toMatchObject({
      status: 'active',
      failing_since: new Date().toISOString(),
    });
  });

  it('is warned and disabled within the seconds that its stage configures', async () => {
    const failingEndpoints = { warnAfterSeconds: 3, disableAfterSeconds: 5 };
    process.env.SETTINGS = JSON.stringify(stage('local', 3000, { failingEndpoints }));
    try {
      const { tenant, id } = await registered({ status: 500 });
      const states: unknown[] = [];
      for (const waitMs of [0, 2999, 1, 1999, 1]) {
        advanceTime(waitMs);
        await attemptOne(tenant);
        const { status, warned_at } = await get(tenant, id);
        states.push([status, warned_at !== null]);
      }
      expect(states).toEqual([
        ['active', false],
        ['active', false],
        ['active', true],
        ['active', true],
        ['disabled', true],
      ]);
    } finally {
      process.env.SETTINGS = JSON.stringify(stage('local'));
    }
  });

  it('that its owner changes concurrently retains the change and records the failure', async () => {
    const owners = { change: async () => {} };
    const tenant = await newTenant();
    const { port } = await httpReceiver(async (_, response) => {
      await owners.change();
      response.writeHead(500).end();
    });
    const { webhook_id: id } = await newWebhook(tenant, { url: `http://127.0.0.1:${port}/hook` });
    await processAllChanges(harness);
    owners.change = async () => {
      const endpoint = (await loadEndpoint(tenant.workspace.id, id))!;
      await commit([endpointWrite(endpoint, { ...endpoint, events: ['*'] })]);
    };
    const [message] = await attemptOne(tenant);
    expect(await get(tenant, id)).toMatchObject({ events: ['*'], failing_since: new Date().toISOString() });
    const { workspace_id, delivery_id } = message as Record<string, string>;
    expect((await loadDelivery(workspace_id!, id, delivery_id!))?.attempts).toHaveLength(1);
  });

  it('is not changed again when its change is processed twice', async () => {
    const { tenant } = await registered({ status: 410 });
    await newContent(tenant);
    await processAllChanges(harness);
    await handler(sqsEvent(...harness.sent().map(({ message }) => message)));
    const changes = harness.changes();
    await processStreamRecords(changes);
    const after = storedRecords(harness, 'Endpoint');
    // Logged again, as for every redelivered change; the stored item stays.
    await processStreamRecords(changes);
    expect(storedRecords(harness, 'Endpoint')).toEqual(after);
  });
});

describe('a workspace with a new plan', () => {
  const onto = async (tenant: Tenant, plan: 'standard' | 'enterprise') => {
    const stored = (await loadWorkspace(tenant.workspace.id))!;
    await commit([workspaceUpdateWrite(stored, withPlan(stored, plan))]);
  };
  const statuses = () =>
    storedRecords<WebhookEndpoint>(harness, 'Endpoint')
      .sort((one, other) => (one.url < other.url ? -1 : 1))
      .map(({ status, paused_reason }) => [status, paused_reason ?? null]);
  const urls = ['https://example.com/1', 'https://example.com/2', 'https://example.com/3'];

  /** One active, one paused by its owner, one disabled. */
  async function withThree(): Promise<Tenant> {
    const tenant = await newTenant();
    for (const [index, url] of urls.entries()) {
      const { webhook_id } = await newWebhook(tenant, { url });
      if (index === 0) continue;
      const endpoint = (await loadEndpoint(tenant.workspace.id, webhook_id))!;
      const change =
        index === 1
          ? { status: 'paused' as const, paused_reason: 'owner' as const }
          : { status: 'disabled' as const, disabled_reason: 'Gone.' };
      await commit([endpointWrite(endpoint, { ...endpoint, ...change })]);
    }
    await processAllChanges(harness);
    return tenant;
  }

  it('without webhooks retains its endpoints, paused, and nothing is delivered', async () => {
    const tenant = await withThree();
    await onto(tenant, 'standard');
    await processAllChanges(harness);
    expect(statuses()).toEqual([
      ['paused', 'plan'],
      ['paused', 'owner'],
      ['disabled', null],
    ]);
    harness.sent();
    await newContent(tenant);
    await processAllChanges(harness);
    expect(harness.sent()).toEqual([]);
    expect(storedRecords(harness, 'Event')).toHaveLength(1);
  });

  it('with webhooks resumes the endpoints that the plan had paused, and no others', async () => {
    const tenant = await withThree();
    for (const plan of ['standard', 'enterprise'] as const) {
      await onto(tenant, plan);
      await processAllChanges(harness);
    }
    expect(statuses()).toEqual([
      ['active', null],
      ['paused', 'owner'],
      ['disabled', null],
    ]);
  });

  it('whose change is processed with a delay has the endpoints of its current plan', async () => {
    const tenant = await withThree();
    await onto(tenant, 'standard');
    const down = harness.changes();
    await onto(tenant, 'enterprise');
    const up = harness.changes();
    await processStreamRecords(up);
    await processStreamRecords(down);
    expect(statuses()[0]).toEqual(['active', null]);
  });

  it('has an endpoint paused that was registered while its old plan was still cached', async () => {
    const tenant = await newTenant();
    await newWebhook(tenant, { url: urls[0] });
    await processAllChanges(harness);
    await onto(tenant, 'standard');
    await processAllChanges(harness);
    // This instance has authenticated the caller less than a minute ago.
    await newWebhook(tenant, { url: urls[1] });
    await processAllChanges(harness);
    expect(statuses()).toEqual([
      ['paused', 'plan'],
      ['paused', 'plan'],
    ]);
  });

  it('whose endpoint changes concurrently is processed again', async () => {
    const tenant = await withThree();
    await onto(tenant, 'standard');
    const changes = harness.changes();
    let raced = false;
    harness.table.fault = (command) => {
      if (raced || command !== 'PutCommand') return null;
      raced = true;
      return Object.assign(new Error('Another write was first.'), {
        name: 'ConditionalCheckFailedException',
      });
    };
    expect(await processStreamRecords(changes)).toHaveLength(1);
    harness.table.fault = null;
    expect(await processStreamRecords(changes)).toEqual([]);
    expect(statuses()[0]).toEqual(['paused', 'plan']);
  });
});
