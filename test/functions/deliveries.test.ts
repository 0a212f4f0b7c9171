import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { DELIVERY_STATUSES, type Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite, loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, inSeconds, type Json, START, setupApi, storedItems } from './api-harness.ts';
import { failedAttempt, newDelivery, newWebhook } from './resources.ts';
import { newId, newTenant, newToken, type Tenant } from './tenants.ts';

const table = setupApi();

const DAY_SECONDS = 86_400;

/** A tenant with an endpoint. */
async function owner(): Promise<Tenant & { webhook: string }> {
  const tenant = await newTenant();
  return { ...tenant, webhook: (await newWebhook(tenant, { events: ['*'] })).webhook_id };
}

type Owner = Awaited<ReturnType<typeof owner>>;

const list = (tenant: Owner, query: Record<string, string> = {}) =>
  callApi('webhooks.list-deliveries', { token: tenant.token, params: { id: tenant.webhook }, query });
const read = (tenant: Owner, id: string) =>
  callApi('webhooks.get-delivery', { token: tenant.token, params: { id: tenant.webhook, delivery_id: id } });
const replay = (tenant: Owner, id: string, headers: Record<string, string> = {}) =>
  callApi('webhooks.replay-delivery', {
    token: tenant.token,
    params: { id: tenant.webhook, delivery_id: id },
    headers,
  });
const recover = (tenant: Owner, body: Json) =>
  callApi('webhooks.recover-deliveries', { token: tenant.token, params: { id: tenant.webhook }, body });

async function idsOf(tenant: Owner, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await list(tenant, query);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json.deliveries as Json[]).map(({ id }) => String(id));
}

async function setStatus({ workspace, webhook }: Owner, status: 'paused' | 'disabled'): Promise<void> {
  const endpoint = (await loadEndpoint(workspace.id, webhook))!;
  await commit([endpointWrite(endpoint, { ...endpoint, status })]);
}

/** A delivery to the endpoint, exhausted unless `fields` override it. */
const deliver = (tenant: Owner, fields: Partial<Delivery> = {}, ago = 0) =>
  newDelivery(tenant, tenant.webhook, fields, ago);

const summaryOf = (delivery: Delivery) => ({
  id: delivery.id,
  webhook_id: delivery.endpoint_id,
  event_id: delivery.event_id,
  event_type: delivery.event_type,
  status: delivery.status,
  attempt_count: 1,
  last_attempt: {
    number: 1,
    at: delivery.attempts[0]!.at,
    status: 500,
    duration_ms: 12,
    error_class: null,
  },
  next_attempt_at: null,
  created_at: delivery.created_at,
});

describe('GET /webhooks/{id}/deliveries', () => {
  describe('200', () => {
    it("returns every delivery to the endpoint, newest first, without the receiver's response", async () => {
      const tenant = await owner();
      const made: Delivery[] = [];
      for (const status of DELIVERY_STATUSES) {
        made.unshift(await deliver(tenant, { status }));
        advanceTime(1);
      }
      const answer = await list(tenant);
      expect(answer.json.deliveries).toEqual(made.map(summaryOf));
      expect(answer.text).not.toContain('What the receiver says');
    });

    it.each(DELIVERY_STATUSES)('with status=%s returns those, and counts them', async (status) => {
      const tenant = await owner();
      const made: string[] = [];
      for (const each of DELIVERY_STATUSES) {
        for (const event_type of EVENT_KINDS.slice(0, 2)) {
          const { id } = await deliver(tenant, { status: each, event_type });
          if (each === status) made.push(id);
        }
      }
      expect((await idsOf(tenant, { status })).sort()).toEqual(made.sort());
      expect((await list(tenant, { status })).json.pagination).toMatchObject({ total: 2 });
    });

    it.each(EVENT_KINDS)('with event_type=%s returns those of such events', async (event_type) => {
      const tenant = await owner();
      for (const each of EVENT_KINDS) await deliver(tenant, { event_type: each });
      const { json } = await list(tenant, { event_type });
      expect((json.deliveries as Json[]).map((each) => each.event_type)).toEqual([event_type]);
      expect(json.pagination).toMatchObject({ total: 1 });
    });

    it('with from and to filters by the time of the event: from inclusive, to exclusive', async () => {
      const tenant = await owner();
      const [old, middle, recent] = [
        (await deliver(tenant, {}, 300)).id,
        (await deliver(tenant, { status: 'delivered' }, 200)).id,
        (await deliver(tenant, { event_type: 'content.failed' }, 100)).id,
      ];
      expect(await idsOf(tenant, { from: inSeconds(-200) })).toEqual([recent, middle]);
      expect(await idsOf(tenant, { to: inSeconds(-200) })).toEqual([old]);
      expect(await idsOf(tenant, { from: inSeconds(-250), to: inSeconds(-150) })).toEqual([middle]);
      expect(await idsOf(tenant, { status: 'exhausted', to: inSeconds(-50) })).toEqual([recent, old]);
    });

    it('omits deliveries older than 30 days', async () => {
      const tenant = await owner();
      await deliver(tenant, {}, 30 * DAY_SECONDS + 1);
      const { id } = await deliver(tenant, {}, 30 * DAY_SECONDS);
      expect(await idsOf(tenant)).toEqual([id]);
      expect((await list(tenant)).json.pagination).toMatchObject({ total: 1 });
    });

    it('returns no delivery to another endpoint', async () => {
      const tenant = await owner();
      const { webhook_id } = await newWebhook(tenant, { url: 'https://example.com/other' });
      await newDelivery(tenant, webhook_id);
      expect(await idsOf(tenant)).toEqual([]);
    });

    it('returns a delivery once that changes its status during the walk', async () => {
      const tenant = await owner();
      const delivery = await deliver(tenant, { status: 'pending' });
      let queries = 0;
      table.fault = (command) => {
        // Partitions are read in the order of the statuses: it moves from one already read to one not yet read.
        if (command === 'QueryCommand' && ++queries === 2) {
          void commit([deliveryWrite(delivery, { ...delivery, status: 'delivered' })]);
        }
        return null;
      };
      const answer = await list(tenant);
      expect(queries).toBeGreaterThanOrEqual(2);
      expect(answer.json.deliveries).toMatchObject([{ id: delivery.id, status: 'delivered' }]);
    });

    it('returns no delivery under a status that it has left concurrently', async () => {
      const tenant = await owner();
      const delivery = await deliver(tenant, { status: 'pending' });
      table.fault = (command) => {
        if (command === 'BatchGetCommand') {
          table.fault = null;
          void commit([deliveryWrite(delivery, { ...delivery, status: 'delivered' })]);
        }
        return null;
      };
      expect(await idsOf(tenant, { status: 'pending' })).toEqual([]);
      expect(await idsOf(tenant, { status: 'delivered' })).toEqual([delivery.id]);
    });
  });

  describe('400', () => {
    it.each([
      ['status', { status: 'failed' }],
      ['event_type', { event_type: '*' }],
      ['from', { from: '2026-02-30T00:00:00Z' }],
      ['to', { from: START, to: '2026-08-03T10:00:29Z' }],
    ])('names %s: %j', async (pointer, query) => {
      const answer = await list(await owner(), query as Record<string, string>);
      expect(answer.status).toBe(400);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer })]);
    });
  });
});

describe('GET /webhooks/{id}/deliveries/{delivery_id}', () => {
  describe('200', () => {
    it("returns the delivery with each attempt and the receiver's response", async () => {
      const tenant = await owner();
      const attempts = [
        { ...failedAttempt(1), next_attempt_at: inSeconds(5) },
        { ...failedAttempt(2), status: null, error_class: 'timeout', response_body: '' },
      ];
      const delivery = await deliver(tenant, { attempts, status: 'pending', next_attempt_at: inSeconds(9) });
      const answer = await read(tenant, delivery.id);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json).toEqual({
        ...summaryOf(delivery),
        status: 'pending',
        next_attempt_at: inSeconds(9),
        attempt_count: 2,
        last_attempt: {
          number: 2,
          at: attempts[1]!.at,
          status: null,
          duration_ms: 12,
          error_class: 'timeout',
        },
        attempts,
      });
    });

    it('has no attempt before the first', async () => {
      const tenant = await owner();
      const { id } = await deliver(tenant, { attempts: [], status: 'pending' });
      expect((await read(tenant, id)).json).toMatchObject({
        attempt_count: 0,
        last_attempt: null,
        attempts: [],
      });
    });
  });

  describe('404', () => {
    it('is the same for a delivery of another endpoint, of another workspace, an unknown one and one of last month', async () => {
      const [tenant, stranger] = [await owner(), await owner()];
      const { webhook_id } = await newWebhook(tenant, { url: 'https://example.com/other' });
      const ids = [
        (await newDelivery(tenant, webhook_id)).id,
        (await deliver(stranger)).id,
        newId('delivery'),
        (await deliver(tenant, {}, 30 * DAY_SECONDS + 1)).id,
        'dlv_#',
        '',
      ];
      const absent = await read(tenant, newId('delivery'));
      for (const id of ids) {
        for (const answer of [await read(tenant, id), await replay(tenant, id)]) {
          expect([id, answer.status, answer.json.detail]).toEqual([id, 404, absent.json.detail]);
        }
      }
    });
  });
});

describe('POST /webhooks/{id}/deliveries/{delivery_id}/replay', () => {
  describe('202', () => {
    it.each(['delivered', 'exhausted', 'dropped'] as const)(
      'requeues a delivery that is %s, due now, with the attempts so far',
      async (status) => {
        const tenant = await owner();
        const delivery = await deliver(tenant, { status });
        advanceTime(60_000);
        const answer = await replay(tenant, delivery.id);
        expect(answer.status, answer.text).toBe(202);
        expect(answer.json).toMatchObject({
          id: delivery.id,
          event_id: delivery.event_id,
          status: 'pending',
          next_attempt_at: inSeconds(0),
          attempts: [{ number: 1, status: 500 }],
        });
        expect((await read(tenant, delivery.id)).json).toEqual(answer.json);
      },
    );

    it('is one replay however often it is sent with its key', async () => {
      const tenant = await owner();
      const { id } = await deliver(tenant);
      const first = await replay(tenant, id, { 'idempotency-key': 'again' });
      advanceTime(1000);
      const second = await replay(tenant, id, { 'idempotency-key': 'again' });
      expect([second.status, second.text]).toEqual([202, first.text]);
      expect(second.headers['idempotent-replayed']).toBe('true');
    });

    it('requeues the delivery once for ten concurrent requests', async () => {
      const tenant = await owner();
      const { id } = await deliver(tenant);
      await Promise.all(Array.from({ length: 10 }, () => replay(tenant, id)));
      const put = await loadDelivery(tenant.workspace.id, tenant.webhook, id);
      expect(put).toMatchObject({ status: 'pending', version: 1 });
    });
  });

  describe('403', () => {
    it('on the standard plan is plan_required', async () => {
      const tenant = await newTenant('standard');
      const params = { id: newId('endpoint'), delivery_id: newId('delivery') };
      const answer = await callApi('webhooks.replay-delivery', { token: tenant.token, params });
      expect([answer.status, answer.json.code]).toEqual([403, 'plan_required']);
    });
  });

  describe('409', () => {
    it('is returned for a pending delivery, and nothing is written', async () => {
      const tenant = await owner();
      const { id } = await deliver(tenant, { status: 'pending', next_attempt_at: inSeconds(300) });
      const before = storedItems(table);
      const answer = await replay(tenant, id);
      expect([answer.status, answer.json.code]).toEqual([409, 'delivery_pending']);
      expect(answer.json.next_attempt_at).toBe(inSeconds(300));
      expect(storedItems(table)).toEqual(before);
    });

    it.each(['paused', 'disabled'] as const)('is returned for an endpoint that is %s', async (status) => {
      const tenant = await owner();
      const { id } = await deliver(tenant);
      await setStatus(tenant, status);
      const before = storedItems(table);
      const answer = await replay(tenant, id);
      expect([answer.status, answer.json.code]).toEqual([409, 'endpoint_not_active']);
      expect(answer.json.webhook_status).toBe(status);
      expect(storedItems(table)).toEqual(before);
    });
  });
});

describe('POST /webhooks/{id}/recover', () => {
  /** One delivery in each state, and failed ones of every event type. */
  async function history(tenant: Owner): Promise<void> {
    for (const status of DELIVERY_STATUSES) await deliver(tenant, { status }, 100);
    for (const event_type of EVENT_KINDS) await deliver(tenant, { event_type }, 50);
    await deliver(tenant, {}, 7200);
  }

  describe('200', () => {
    it('as a dry run counts the failures since then, and writes nothing', async () => {
      const tenant = await owner();
      await history(tenant);
      const before = storedItems(table);
      for (const [seconds, count] of [
        [60, EVENT_KINDS.length],
        [100, EVENT_KINDS.length + 2],
        [7200, EVENT_KINDS.length + 3],
      ] as const) {
        const answer = await recover(tenant, { since: inSeconds(-seconds), dry_run: true });
        expect([answer.status, answer.json]).toEqual([200, { recovery_id: null, count, dry_run: true }]);
      }
      expect(storedItems(table)).toEqual(before);
    });

    it.each(['paused', 'disabled'] as const)('counts for an endpoint that is %s', async (status) => {
      const tenant = await owner();
      await deliver(tenant);
      advanceTime(1);
      await setStatus(tenant, status);
      const answer = await recover(tenant, { since: inSeconds(-60), dry_run: true });
      expect([answer.status, answer.json.count]).toEqual([200, 1]);
    });
  });

  describe('202', () => {
    it('commits a recovery of the failures since then until now, and returns their number', async () => {
      const tenant = await owner();
      await history(tenant);
      const answer = await recover(tenant, { since: '2026-08-03T11:58:50+02:00' });
      expect(answer.status, answer.text).toBe(202);
      expect(answer.json).toEqual({
        recovery_id: expect.stringMatching(/^rcv_[0-9A-Z]{26}$/),
        count: EVENT_KINDS.length + 2,
        dry_run: false,
      });
      const [recovery] = table.items().filter(({ entity }) => entity === 'Recovery');
      expect(recovery).toMatchObject({
        id: answer.json.recovery_id,
        endpoint_id: tenant.webhook,
        since: '2026-08-03T09:58:50.000Z',
        until: START,
        status: 'running',
      });
    });
  });

  describe('403', () => {
    it('on the standard plan is plan_required', async () => {
      const { token } = await newTenant('standard');
      const body = { since: inSeconds(-60), dry_run: true };
      const answer = await callApi('webhooks.recover-deliveries', {
        token,
        params: { id: newId('endpoint') },
        body,
      });
      expect([answer.status, answer.json.code]).toEqual([403, 'plan_required']);
    });
  });

  describe('409', () => {
    it.each(['paused', 'disabled'] as const)(
      'is returned for an endpoint that is %s, and nothing is written',
      async (status) => {
        const tenant = await owner();
        await setStatus(tenant, status);
        const before = storedItems(table);
        const answer = await recover(tenant, { since: inSeconds(-60) });
        expect([answer.status, answer.json.code]).toEqual([409, 'endpoint_not_active']);
        expect(storedItems(table)).toEqual(before);
      },
    );
  });

  describe('422', () => {
    const wrong: [string, Json, string][] = [
      ['no time', {}, '/since'],
      ['a time that does not exist', { since: '2026-02-30T00:00:00Z' }, '/since'],
      ['a time in the future', { since: '2026-08-03T10:00:31Z' }, '/since'],
      ['a time more than 30 days back', { since: '2026-07-04T10:00:29.999Z' }, '/since'],
      ['a dry run that is not a boolean', { since: START, dry_run: 'true' }, '/dry_run'],
      ['an unknown field', { since: START, until: START }, '/until'],
    ];
    it.each(wrong)('%s is rejected, naming the field, and nothing is written', async (_, body, pointer) => {
      const tenant = await owner();
      const before = storedItems(table);
      const answer = await recover(tenant, body);
      expect(answer.status, answer.text).toBe(422);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer })]);
      expect(storedItems(table)).toEqual(before);
    });

    it('30 days back to the second is accepted', async () => {
      const answer = await recover(await owner(), { since: '2026-07-04T10:00:30Z', dry_run: true });
      expect(answer.status).toBe(200);
    });
  });
});

it('a delivery requeued on its last day can still be read by the worker that attempts it', async () => {
  const tenant = await owner();
  const { id } = await deliver(tenant, {}, 30 * DAY_SECONDS - 1);
  expect((await replay(tenant, id)).status).toBe(202);
  // The last of its attempts is some 76 hours away.
  const [stored] = table.items().filter((item) => item.id === id);
  expect(Number(stored!.expires_at_seconds) - Date.now() / 1000).toBeGreaterThan(76 * 3600);
  advanceTime(2000);
  const later = { ...tenant, token: await newToken(tenant) };
  expect((await read(later, id)).status).toBe(404);
  expect(await loadDelivery(tenant.workspace.id, tenant.webhook, id)).toMatchObject({ status: 'pending' });
});
