import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { DELIVERIES_A_STEP } from '../../lib/consequences/recovering.ts';
import type { Recovery } from '../../lib/domain/recovery.ts';
import type { Delivery } from '../../lib/domain/webhook.ts';
import { commit } from '../../lib/table/commit.ts';
import { deliveryWrite, loadDelivery } from '../../lib/table/delivery.ts';
import { endpointWrite, loadEndpoint } from '../../lib/table/endpoint.ts';
import { recoveryWrite } from '../../lib/table/recovery.ts';
import { DELIVERY_QUEUE, follow, followAll, killAt, openBackDoor, stored } from './back-door.ts';
import { ask, inSeconds, type Json, pass } from './front-door.ts';
import { newDelivery, newWebhook } from './resources.ts';
import { newId, newTenant, type Tenant } from './tenants.ts';

const house = openBackDoor();

interface Owner {
  tenant: Tenant;
  webhook: string;
}

async function owner(): Promise<Owner> {
  const tenant = await newTenant();
  return { tenant, webhook: (await newWebhook(tenant, { events: ['*'] })).webhook_id };
}

/** Failed deliveries, oldest first, exhausted and dropped by turns. */
async function failed({ tenant, webhook }: Owner, count: number): Promise<Delivery[]> {
  const made: Delivery[] = [];
  for (let number = 0; number < count; number++) {
    const status = number % 2 === 0 ? 'exhausted' : 'dropped';
    made.push(await newDelivery(tenant, webhook, { status }));
    pass(1);
  }
  // Nothing follows from what was there before.
  house.changes();
  return made;
}

async function recover({ tenant, webhook }: Owner, since = inSeconds(-3600)): Promise<string> {
  const asked = { token: tenant.token, params: { id: webhook }, body: { since } };
  const answer = await ask('webhooks.recover', asked);
  expect(answer.status, answer.text).toBe(202);
  return String(answer.json.recovery_id);
}

const recoveryNow = () => stored<Recovery>(house, 'Recovery')[0]!;
const pending = () => stored<Delivery>(house, 'Delivery').filter(({ status }) => status === 'pending');
const ofRecovery = (records: DynamoDBRecord[]) =>
  records.filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Recovery');

describe('a recovery', () => {
  it('puts back what failed since then, and queues it', async () => {
    const house1 = await owner();
    const [old, ...recent] = await failed(house1, 5);
    await newDelivery(house1.tenant, house1.webhook, { status: 'delivered' });
    house.changes();
    pass(1);
    await recover(house1, recent[0]!.created_at);
    await followAll(house);
    expect(pending().map(({ id }) => id)).toEqual(recent.map(({ id }) => id));
    expect((await loadDelivery(old!.workspace_id, old!.endpoint_id, old!.id))!.status).toBe('exhausted');
    const sent = house.sent().map(({ message }) => String(message.delivery_id));
    expect(sent.sort()).toEqual(recent.map(({ id }) => id).sort());
    expect(recoveryNow()).toMatchObject({ status: 'finished', cursor: null });
  });

  it('of more than one step can hold goes on by its own changes until it has all', async () => {
    const house1 = await owner();
    const made = await failed(house1, 2 * DELIVERIES_A_STEP + 50);
    await recover(house1);
    const steps: Json[] = [];
    for (let changes = house.changes(); changes.length > 0; changes = house.changes()) {
      expect(await follow(ofRecovery(changes))).toEqual([]);
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

  it('leaves deliveries alone that are made or fail after it was asked for', async () => {
    const house1 = await owner();
    await failed(house1, 1);
    await recover(house1);
    const later = await newDelivery(house1.tenant, house1.webhook);
    await followAll(house);
    expect(pending()).toHaveLength(1);
    expect(pending()[0]!.id).not.toBe(later.id);
  });

  it('puts back none twice, whatever becomes of it meanwhile', async () => {
    const house1 = await owner();
    await failed(house1, DELIVERIES_A_STEP + 1);
    await recover(house1);
    await follow(ofRecovery(house.changes()));
    // A receiver that fails at once, and an end of its series that comes as fast.
    for (const delivery of pending()) {
      await commit([deliveryWrite(delivery, { ...delivery, status: 'exhausted', next_attempt_at: null })]);
    }
    await follow(ofRecovery(house.changes()));
    expect(pending()).toHaveLength(1);
    expect(recoveryNow().status).toBe('finished');
  });

  it('read twice, late, or by two readers at once does each step once', async () => {
    const house1 = await owner();
    await failed(house1, DELIVERIES_A_STEP + 20);
    await recover(house1);
    const first = ofRecovery(house.changes());
    await Promise.all([follow(first), follow(first)]);
    expect(pending()).toHaveLength(DELIVERIES_A_STEP);
    const second = ofRecovery(house.changes());
    expect(await follow(first)).toEqual([]);
    expect(pending()).toHaveLength(DELIVERIES_A_STEP);
    await follow(second);
    const done = house.table.items();
    expect(pending()).toHaveLength(DELIVERIES_A_STEP + 20);
    expect(await follow([...first, ...second])).toEqual([]);
    expect(house.table.items()).toEqual(done);
  });

  it('whose worker dies at any command is carried on by the next reading, and every delivery put back once', async () => {
    for (let step = 1, died = true; died; step++) {
      house.table.clear();
      house.changes();
      const house1 = await owner();
      const made = await failed(house1, 6);
      await recover(house1);
      const records = ofRecovery(house.changes());
      const kill = killAt(house.table, step);
      const failures = await follow(records);
      house.table.fault = null;
      died = kill.reached();
      expect(failures.length > 0).toBe(died);
      expect(await follow(records)).toEqual([]);
      expect(pending().map(({ version }) => version)).toEqual(made.map(() => 1));
      expect(recoveryNow().status).toBe('finished');
      expect(step).toBeLessThan(60);
    }
  });

  it.each(['paused', 'disabled', 'deleted'] as const)(
    'ends when its endpoint has been %s, and puts nothing back',
    async (what) => {
      const house1 = await owner();
      await failed(house1, 3);
      await recover(house1);
      const endpoint = (await loadEndpoint(house1.tenant.workspace.id, house1.webhook))!;
      if (what === 'deleted') {
        const { pk, sk } = house.table.items().find(({ entity }) => entity === 'Endpoint')! as never;
        await commit([{ remove: { pk, sk }, expect: 'present' }]);
      } else await commit([endpointWrite(endpoint, { ...endpoint, status: what })]);
      await followAll(house);
      expect(pending()).toEqual([]);
      expect(recoveryNow().status).toBe('finished');
    },
  );

  it('that the table removes when its time is over is nothing to be done about', async () => {
    const house1 = await owner();
    await failed(house1, 1);
    await recover(house1);
    const [{ dynamodb }] = ofRecovery(house.changes()) as [DynamoDBRecord];
    const removal = {
      eventName: 'REMOVE',
      dynamodb: { Keys: dynamodb!.Keys, OldImage: dynamodb!.NewImage, SequenceNumber: '1' },
    } as DynamoDBRecord;
    expect(await follow([removal])).toEqual([]);
    expect(pending()).toEqual([]);
  });

  it('touches no delivery to another endpoint, nor of another workspace', async () => {
    const [house1, other] = [await owner(), await owner()];
    await failed(other, 2);
    const { webhook_id } = await newWebhook(house1.tenant, { url: 'https://example.com/other' });
    await newDelivery(house1.tenant, webhook_id);
    await recover(house1);
    await followAll(house);
    expect(pending()).toEqual([]);
  });

  it('of what the table has no more is done with', async () => {
    const house1 = await owner();
    await recover(house1);
    const gone = { ...recoveryNow(), id: newId('recovery') };
    await commit([recoveryWrite(null, gone)]);
    const records = ofRecovery(house.changes());
    house.table.clear();
    expect(await follow(records)).toEqual([]);
  });
});

describe('a delivery that was put back', () => {
  it('is queued again at once, and changes no more by being read again', async () => {
    const house1 = await owner();
    const [delivery] = await failed(house1, 1);
    const params = { id: house1.webhook, delivery_id: delivery!.id };
    const answer = await ask('webhooks.replay', { token: house1.tenant.token, params });
    expect(answer.status, answer.text).toBe(202);
    const records = house.changes();
    expect(await follow(records)).toEqual([]);
    const { workspace_id, endpoint_id, id } = delivery!;
    const message = { workspace_id, endpoint_id, delivery_id: id };
    expect(house.sent()).toMatchObject([{ queue: DELIVERY_QUEUE, message, delaySeconds: 0 }]);
    const before = house.table.items();
    await follow(records);
    expect(house.table.items()).toEqual(before);
  });
});
