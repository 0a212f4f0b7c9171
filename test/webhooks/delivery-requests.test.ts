import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { DELIVERY_STATUSES } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, inSeconds, type Json, START, setupApi, storedItems } from '../functions/api-harness.ts';
import { deliver, type Owner, owner, read, replay } from '../functions/given/deliveries.ts';
import { newId, newTenant, newToken } from '../functions/tenants.ts';

const table = setupApi();
const DAY_SECONDS = 86_400;

const recover = (tenant: Owner, body: Json) =>
  callApi('webhooks.recover-deliveries', { token: tenant.token, params: { id: tenant.webhook }, body });

async function setStatus({ workspace, webhook }: Owner, status: 'paused' | 'disabled'): Promise<void> {
  const endpoint = (await loadEndpoint(workspace.id, webhook))!;
  await commit([endpointWrite(endpoint, { ...endpoint, status })]);
}

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
