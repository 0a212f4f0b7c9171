import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import type { Recovery } from '../../lib/webhooks/rules/recovery.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { RECOVERY_BATCH_SIZE } from '../../lib/webhooks/workers/recover-deliveries.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { newContent, newDelivery, newEvent, newWebhook } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  DELIVERY_QUEUE,
  killAt,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

/** `POST /webhooks/{id}/recover` sends the events that happened while the endpoint was not active. */

const harness = setupWorkers();
const MINUTE = 60_000;

interface Owner {
  tenant: Tenant;
  webhook: string;
}

async function owner(events: string[] = ['*']): Promise<Owner> {
  const tenant = await newTenant();
  const { webhook_id: webhook } = await newWebhook(tenant, { events });
  await processAllChanges(harness);
  advanceTime(MINUTE);
  return { tenant, webhook };
}

async function setStatus({ tenant, webhook: id }: Owner, status: 'paused' | 'active'): Promise<void> {
  const token = await newToken(tenant);
  await succeed('webhooks.update', { token, params: { id }, body: { status } });
  await processAllChanges(harness);
  advanceTime(MINUTE);
}

/** Create items during a pause, each with one event, a second apart. */
async function missed(fixture: Owner, count: number): Promise<string[]> {
  await setStatus(fixture, 'paused');
  for (let number = 0; number < count; number++) {
    await newContent({ ...fixture.tenant, token: await newToken(fixture.tenant) });
    advanceTime(1000);
  }
  await processAllChanges(harness);
  await setStatus(fixture, 'active');
  harness.sent();
  return storedRecords<{ id: string }>(harness, 'Event')
    .map(({ id }) => id)
    .sort();
}

async function recover({ tenant, webhook: id }: Owner, body: Json = {}): Promise<number> {
  const token = await newToken(tenant);
  const asked = { token, params: { id }, body: { since: inSeconds(-7200), ...body } };
  const { status, json, text } = await callApi('webhooks.recover-deliveries', asked);
  expect(status, text).toBe(body.dry_run ? 200 : 202);
  return Number(json.count);
}

const pending = () => storedRecords<Delivery>(harness, 'Delivery').filter(({ status }) => status === 'pending');
const eventsOf = (deliveries: Delivery[]) => deliveries.map(({ event_id }) => event_id).sort();
const ofRecovery = (records: DynamoDBRecord[]) =>
  records.filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Recovery');
const recoveryNow = () => storedRecords<Recovery>(harness, 'Recovery').at(-1)!;

describe('a recovery after a pause', () => {
  it('delivers the events of the pause, once each', async () => {
    const fixture = await owner();
    const ids = await missed(fixture, 3);
    expect(await recover(fixture)).toBe(3);
    await processAllChanges(harness);
    expect(eventsOf(pending())).toEqual(ids);
    const messages = harness.sent().filter(({ queue }) => queue === DELIVERY_QUEUE);
    expect(messages.map(({ message }) => message.event_id).sort()).toEqual(ids);
    expect(recoveryNow()).toMatchObject({ status: 'finished', cursor: null });
  });

  it('repeated at once finds no more', async () => {
    const fixture = await owner();
    await missed(fixture, 3);
    await recover(fixture);
    await processAllChanges(harness);
    harness.sent();
    expect(await recover(fixture, { dry_run: true })).toBe(0);
    expect(await recover(fixture)).toBe(0);
    await processAllChanges(harness);
    expect(harness.sent()).toEqual([]);
    expect(pending()).toHaveLength(3);
  });

  it('delivers the events of the pause and those whose delivery the pause dropped', async () => {
    const fixture = await owner();
    await newDelivery(fixture.tenant, fixture.webhook, { status: 'dropped' });
    const ids = await missed(fixture, 2);
    expect(ids).toHaveLength(3);
    expect(await recover(fixture)).toBe(3);
    await processAllChanges(harness);
    expect(eventsOf(pending())).toEqual(ids);
  });

  it('delivers none that happened before its start time', async () => {
    const fixture = await owner();
    await setStatus(fixture, 'paused');
    await newEvent(fixture.tenant);
    advanceTime(MINUTE);
    const since = inSeconds(0);
    const { id } = await newEvent(fixture.tenant);
    await setStatus(fixture, 'active');
    expect(await recover(fixture, { since })).toBe(1);
    await processAllChanges(harness);
    expect(eventsOf(pending())).toEqual([id]);
  });

  it('delivers none that happened before the endpoint was registered', async () => {
    const tenant = await newTenant();
    await newEvent(tenant);
    advanceTime(5 * MINUTE);
    const { webhook_id: webhook } = await newWebhook(tenant, { events: ['*'] });
    const fixture = { tenant, webhook };
    await setStatus(fixture, 'paused');
    await setStatus(fixture, 'active');
    expect(await recover(fixture)).toBe(0);
    await processAllChanges(harness);
    expect(pending()).toEqual([]);
  });

  it('delivers none of another kind than those of the endpoint, and none of another workspace', async () => {
    const fixture = await owner(['content.failed', 'media.ready']);
    const other = await newTenant();
    await setStatus(fixture, 'paused');
    await newEvent(fixture.tenant, 'content.created');
    await newEvent(other, 'content.failed');
    const { id } = await newEvent(fixture.tenant, 'content.failed');
    await setStatus(fixture, 'active');
    expect(await recover(fixture)).toBe(1);
    await processAllChanges(harness);
    expect(eventsOf(pending())).toEqual([id]);
  });

  it('delivers again none that was delivered between two pauses', async () => {
    const fixture = await owner();
    await missed(fixture, 1);
    const between = await newDelivery(fixture.tenant, fixture.webhook, { status: 'delivered' });
    await missed(fixture, 1);
    await recover(fixture);
    await processAllChanges(harness);
    expect(eventsOf(pending())).not.toContain(between.event_id);
  });

  it('of an endpoint that was disabled delivers the events since then', async () => {
    const fixture = await owner();
    const { tenant, webhook } = fixture;
    const endpoint = (await loadEndpoint(tenant.workspace.id, webhook))!;
    await commit([endpointWrite(endpoint, { ...endpoint, status: 'disabled', disabled_reason: 'Gone.' })]);
    const { id } = await newEvent(tenant);
    advanceTime(MINUTE);
    await setStatus(fixture, 'active');
    await recover(fixture);
    await processAllChanges(harness);
    expect(eventsOf(pending())).toEqual([id]);
  });

  it('of an endpoint that is still paused can be counted', async () => {
    const fixture = await owner();
    await setStatus(fixture, 'paused');
    await newEvent(fixture.tenant);
    advanceTime(MINUTE);
    expect(await recover(fixture, { dry_run: true })).toBe(1);
  });
});

describe('the steps of a recovery after a pause', () => {
  it('have at most a hundred events each, and continue by their own changes', async () => {
    const fixture = await owner();
    await setStatus(fixture, 'paused');
    for (let number = 0; number < RECOVERY_BATCH_SIZE + 50; number++) {
      await newEvent(fixture.tenant, number % 2 === 0 ? 'content.created' : 'media.ready');
      advanceTime(1);
    }
    await setStatus(fixture, 'active');
    expect(await recover(fixture)).toBe(RECOVERY_BATCH_SIZE + 50);
    const steps: number[] = [];
    for (let changes = ofRecovery(harness.changes()); changes.length > 0; changes = ofRecovery(harness.changes())) {
      expect(await processStreamRecords(changes)).toEqual([]);
      steps.push(pending().length);
    }
    expect(steps).toEqual([0, RECOVERY_BATCH_SIZE, RECOVERY_BATCH_SIZE + 50, RECOVERY_BATCH_SIZE + 50]);
    expect(recoveryNow().status).toBe('finished');
  });

  it('are complete after a crash at any command and a redelivery, with one delivery of each event', async () => {
    for (let step = 1, died = true; died; step++) {
      harness.table.clear();
      harness.changes();
      const fixture = await owner();
      await setStatus(fixture, 'paused');
      const ids = [(await newEvent(fixture.tenant)).id, (await newEvent(fixture.tenant, 'media.ready')).id].sort();
      await setStatus(fixture, 'active');
      await recover(fixture);
      await processStreamRecords(ofRecovery(harness.changes()));
      const records = ofRecovery(harness.changes());
      const kill = killAt(harness.table, step);
      const failures = await processStreamRecords(records);
      harness.table.fault = null;
      died = kill.reached();
      expect(failures.length > 0).toBe(died);
      expect(await processStreamRecords(records)).toEqual([]);
      await processAllChanges(harness);
      expect(eventsOf(pending())).toEqual(ids);
      expect(pending().every(({ version }) => version === 0)).toBe(true);
      expect(recoveryNow().status).toBe('finished');
      expect(step).toBeLessThan(60);
    }
  });
});

describe('a recovery without a pause', () => {
  it('leaves events whose first attempt has not ended', async () => {
    const fixture = await owner();
    advanceTime(5 * MINUTE);
    await newContent({ ...fixture.tenant, token: await newToken(fixture.tenant) });
    await processAllChanges(harness);
    expect(harness.sent()).toHaveLength(1);
    expect(await recover(fixture)).toBe(0);
    await processAllChanges(harness);
    expect(harness.sent()).toEqual([]);
    expect(pending()).toEqual([]);
  });
});
