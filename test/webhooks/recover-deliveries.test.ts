import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import type { Recovery } from '../../lib/webhooks/rules/recovery.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite, loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { recoveryWrite } from '../../lib/webhooks/store/recoveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { RECOVERY_BATCH_SIZE } from '../../lib/webhooks/workers/recover-deliveries.ts';
import { advanceTime, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { newDelivery, newWebhook } from '../functions/resources.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';
import {
  DELIVERY_QUEUE,
  killAt,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();

interface Owner {
  tenant: Tenant;
  webhook: string;
}

async function owner(): Promise<Owner> {
  const tenant = await newTenant();
  return { tenant, webhook: (await newWebhook(tenant, { events: ['*'] })).webhook_id };
}

/** Failed deliveries, oldest first, exhausted and dropped alternately. */
async function failed({ tenant, webhook }: Owner, count: number): Promise<Delivery[]> {
  const made: Delivery[] = [];
  for (let number = 0; number < count; number++) {
    const status = number % 2 === 0 ? 'exhausted' : 'dropped';
    made.push(await newDelivery(tenant, webhook, { status }));
    advanceTime(1);
  }
  // The setup has no pending effects.
  harness.changes();
  return made;
}

async function recover({ tenant, webhook }: Owner, since = inSeconds(-3600)): Promise<string> {
  const asked = { token: tenant.token, params: { id: webhook }, body: { since } };
  const answer = await succeed('webhooks.recover-deliveries', asked);
  return String(answer.recovery_id);
}

const recoveryNow = () => storedRecords<Recovery>(harness, 'Recovery')[0]!;
const pending = () => storedRecords<Delivery>(harness, 'Delivery').filter(({ status }) => status === 'pending');
const ofRecovery = (records: DynamoDBRecord[]) =>
  records.filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Recovery');

describe('a recovery', () => {
  it('requeues what failed since its start time', async () => {
    const fixture = await owner();
    const [old, ...recent] = await failed(fixture, 5);
    await newDelivery(fixture.tenant, fixture.webhook, { status: 'delivered' });
    harness.changes();
    advanceTime(1);
    await recover(fixture, recent[0]!.created_at);
    await processAllChanges(harness);
    expect(pending().map(({ id }) => id)).toEqual(recent.map(({ id }) => id));
    expect((await loadDelivery(old!.workspace_id, old!.endpoint_id, old!.id))!.status).toBe('exhausted');
    const sent = harness.sent().map(({ message }) => String(message.delivery_id));
    expect(sent.sort()).toEqual(recent.map(({ id }) => id).sort());
    expect(recoveryNow()).toMatchObject({ status: 'finished', cursor: null });
  });

  it('that exceeds one step continues by its own changes until it has all', async () => {
    const fixture = await owner();
    const made = await failed(fixture, 2 * RECOVERY_BATCH_SIZE + 50);
    await recover(fixture);
    const steps: Json[] = [];
    for (let changes = harness.changes(); changes.length > 0; changes = harness.changes()) {
      expect(await processStreamRecords(ofRecovery(changes))).toEqual([]);
      steps.push({ pending: pending().length, status: recoveryNow().status });
    }
    expect(steps).toEqual([
      { pending: 100, status: 'running' },
      { pending: 200, status: 'running' },
      { pending: 250, status: 'finished' },
      { pending: 250, status: 'finished' },
    ]);
    expect(made).toHaveLength(250);
  });

  it('ignores deliveries that are created or fail after its request', async () => {
    const fixture = await owner();
    await failed(fixture, 1);
    await recover(fixture);
    const later = await newDelivery(fixture.tenant, fixture.webhook);
    await processAllChanges(harness);
    expect(pending()).toHaveLength(1);
    expect(pending()[0]!.id).not.toBe(later.id);
  });

  it('requeues none twice, whatever changes concurrently', async () => {
    const fixture = await owner();
    await failed(fixture, RECOVERY_BATCH_SIZE + 1);
    await recover(fixture);
    await processStreamRecords(ofRecovery(harness.changes()));
    // A receiver that fails at once, and whose last attempt follows as fast.
    for (const delivery of pending()) {
      await commit([deliveryWrite(delivery, { ...delivery, status: 'exhausted', next_attempt_at: null })]);
    }
    await processStreamRecords(ofRecovery(harness.changes()));
    expect(pending()).toHaveLength(1);
    expect(recoveryNow().status).toBe('finished');
  });

  it('processed twice, with a delay, or by two workers at once does each step once', async () => {
    const fixture = await owner();
    await failed(fixture, RECOVERY_BATCH_SIZE + 20);
    await recover(fixture);
    const first = ofRecovery(harness.changes());
    await Promise.all([processStreamRecords(first), processStreamRecords(first)]);
    expect(pending()).toHaveLength(RECOVERY_BATCH_SIZE);
    const second = ofRecovery(harness.changes());
    expect(await processStreamRecords(first)).toEqual([]);
    expect(pending()).toHaveLength(RECOVERY_BATCH_SIZE);
    await processStreamRecords(second);
    const done = harness.table.items();
    expect(pending()).toHaveLength(RECOVERY_BATCH_SIZE + 20);
    expect(await processStreamRecords([...first, ...second])).toEqual([]);
    expect(harness.table.items()).toEqual(done);
  });

  it('whose worker crashes at any command is continued by the redelivery, and every delivery requeued once', async () => {
    for (let step = 1, died = true; died; step++) {
      harness.table.clear();
      harness.changes();
      const fixture = await owner();
      const made = await failed(fixture, 6);
      await recover(fixture);
      const records = ofRecovery(harness.changes());
      const kill = killAt(harness.table, step);
      const failures = await processStreamRecords(records);
      harness.table.fault = null;
      died = kill.reached();
      expect(failures.length > 0).toBe(died);
      expect(await processStreamRecords(records)).toEqual([]);
      expect(pending().map(({ version }) => version)).toEqual(made.map(() => 1));
      expect(recoveryNow().status).toBe('finished');
      expect(step).toBeLessThan(60);
    }
  });

  it.each(['paused', 'disabled', 'deleted'] as const)(
    'ends when its endpoint has been %s, and requeues nothing',
    async (what) => {
      const fixture = await owner();
      await failed(fixture, 3);
      await recover(fixture);
      const endpoint = (await loadEndpoint(fixture.tenant.workspace.id, fixture.webhook))!;
      if (what === 'deleted') {
        const { pk, sk } = harness.table.items().find(({ entity }) => entity === 'Endpoint')! as never;
        await commit([{ delete: { pk, sk }, condition: 'present' }]);
      } else await commit([endpointWrite(endpoint, { ...endpoint, status: what })]);
      await processAllChanges(harness);
      expect(pending()).toEqual([]);
      expect(recoveryNow().status).toBe('finished');
    },
  );

  it('that expires from the table has no effect', async () => {
    const fixture = await owner();
    await failed(fixture, 1);
    await recover(fixture);
    const [{ dynamodb }] = ofRecovery(harness.changes()) as [DynamoDBRecord];
    const removal = {
      eventName: 'REMOVE',
      dynamodb: { Keys: dynamodb!.Keys, OldImage: dynamodb!.NewImage, SequenceNumber: '1' },
    } as DynamoDBRecord;
    expect(await processStreamRecords([removal])).toEqual([]);
    expect(pending()).toEqual([]);
  });

  it('touches no delivery to another endpoint, nor of another workspace', async () => {
    const [fixture, other] = [await owner(), await owner()];
    await failed(other, 2);
    const { webhook_id } = await newWebhook(fixture.tenant, { url: 'https://example.com/other' });
    await newDelivery(fixture.tenant, webhook_id);
    await recover(fixture);
    await processAllChanges(harness);
    expect(pending()).toEqual([]);
  });

  it('of deliveries that the table has deleted completes', async () => {
    const fixture = await owner();
    await recover(fixture);
    const gone = { ...recoveryNow(), id: newId('recovery') };
    await commit([recoveryWrite(null, gone)]);
    const records = ofRecovery(harness.changes());
    harness.table.clear();
    expect(await processStreamRecords(records)).toEqual([]);
  });
});

describe('a requeued delivery', () => {
  it('is queued once, and not again when its change is processed again', async () => {
    const fixture = await owner();
    const [delivery] = await failed(fixture, 1);
    const params = { id: fixture.webhook, delivery_id: delivery!.id };
    await succeed('webhooks.replay-delivery', { token: fixture.tenant.token, params });
    const records = harness.changes();
    expect(await processStreamRecords(records)).toEqual([]);
    const { workspace_id, endpoint_id, id } = delivery!;
    const message = { workspace_id, endpoint_id, delivery_id: id };
    expect(harness.sent()).toMatchObject([{ queue: DELIVERY_QUEUE, message, delaySeconds: 0 }]);
    const before = harness.table.items();
    await processStreamRecords(records);
    expect(harness.table.items()).toEqual(before);
  });
});
