import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { DELIVERY_STATUSES, type Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { advanceTime, callApi, inSeconds, type Json, START, setupApi } from '../functions/api-harness.ts';
import { deliver, type Owner, owner, read, replay } from '../functions/given/deliveries.ts';
import { failedAttempt, newDelivery, newWebhook } from '../functions/resources.ts';
import { newId } from '../functions/tenants.ts';

const table = setupApi();
const DAY_SECONDS = 86_400;

const list = (tenant: Owner, query: Record<string, string> = {}) =>
  callApi('webhooks.list-deliveries', { token: tenant.token, params: { id: tenant.webhook }, query });

async function idsOf(tenant: Owner, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await list(tenant, query);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json.deliveries as Json[]).map(({ id }) => String(id));
}

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
