import { beforeEach, describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { receiver, runWorker } from '../functions/given/queued-delivery.ts';
import { deliveryMessages, stageWithEndpoint } from '../functions/given/stage-endpoints.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { freshToken, MINUTE_MS, PLANTED, run, runToEnd } from './deletions.ts';
import { newCustomer } from './given.ts';

/** What a product receives of the deletion of a workspace, and what is left of the events before. */

const harness = setupWorkers();
const { table } = harness;
setupObjectStore();
stopDeliveryClock();
beforeEach(() => {
  process.env.MEDIA_BUCKET = 'media-bucket';
});

const EVENTS = ['workspace.created', 'workspace.suspended', 'workspace.deletion_scheduled', 'workspace.deleted'];

/** A customer with texts in every field, whose changes have events of the stage. */
async function plantedCustomer(stage: Tenant) {
  const customer = await newCustomer(stage, { name: PLANTED, external_id: 'customer-17', metadata: { note: PLANTED } });
  const body = { scope: 'all', reason: PLANTED };
  await succeed('workspaces.suspend', { token: stage.token, params: { id: customer.id }, body });
  await processAllChanges(harness);
  return customer;
}

const remove = async (stage: Tenant, id: string) =>
  succeed('workspaces.delete', { token: await newToken(stage), params: { id }, query: { grace_days: '0' } });
const events = () => storedRecords<{ type: string; about: string; data: string }>(harness, 'Event');
const typesAbout = (id: string) =>
  events()
    .flatMap(({ type, about }) => (about === id ? [type] : []))
    .sort();

describe('a workspace that is deleted', () => {
  it('leaves no event of the stage with its name, its metadata or why it was suspended', async () => {
    const { stage } = await stageWithEndpoint({ events: EVENTS });
    const { id } = await plantedCustomer(stage);
    const other = await newCustomer(stage);
    await processAllChanges(harness);
    expect(typesAbout(id)).toEqual(['workspace.created', 'workspace.suspended']);
    await remove(stage, id);
    await runToEnd(id);
    expect(JSON.stringify(table.items())).not.toContain(PLANTED);
    expect([typesAbout(id), typesAbout(other.id)]).toEqual([['workspace.deleted'], ['workspace.created']]);
    advanceTime(26 * 60 * MINUTE_MS);
    await run();
    expect(typesAbout(id)).toEqual(['workspace.deleted']);
  });

  it('is reported once, with its ids and the counts of the certificate', async () => {
    const { url, calls } = await receiver(204);
    const { stage } = await stageWithEndpoint({ url, events: ['workspace.deleted'] });
    const { id } = await plantedCustomer(stage);
    await remove(stage, id);
    const certificate = await runToEnd(id);
    const messages = await deliveryMessages();
    for (const { message } of messages) expect(await runWorker(message)).toEqual([]);
    const received = calls.map(({ body }) => JSON.parse(body) as Json);
    expect(received).toMatchObject([
      { type: 'workspace.deleted', timestamp: certificate.deleted_at, workspace: { id, external_id: 'customer-17' } },
    ]);
    expect(received[0]!.data).toEqual(certificate);
    expect(certificate).toMatchObject({ workspace_id: id, external_id: 'customer-17', status: 'finished' });
  });

  it('is reported in GET /events of the stage, also to a key that may name only it', async () => {
    const { stage } = await stageWithEndpoint({ events: EVENTS });
    const { id } = await plantedCustomer(stage);
    await remove(stage, id);
    await runToEnd(id);
    const query = { type: 'workspace.deleted' };
    const { json } = await callApi('events.list', { token: await freshToken(), query });
    expect(json.events).toMatchObject([{ data: { workspace_id: id }, workspace: { id, external_id: 'customer-17' } }]);
    const [event] = json.events as [{ id: string }];
    const { status } = await callApi('events.get', { token: await freshToken(), params: { id: event.id } });
    expect(status).toBe(200);
  });

  it('drops the deliveries of the events before that wait', async () => {
    const { url, calls } = await receiver(500);
    const { stage } = await stageWithEndpoint({ url, events: EVENTS });
    const customer = await newCustomer(stage, { name: PLANTED });
    const [first] = await deliveryMessages();
    expect(await runWorker(first!.message)).toEqual([]);
    await succeed('workspaces.suspend', {
      ...{ token: stage.token, params: { id: customer.id } },
      body: { scope: 'publishing', reason: 'Overdue.' },
    });
    const [second] = await deliveryMessages();
    await remove(stage, customer.id);
    await runToEnd(customer.id);
    await deliveryMessages();
    const { attempt: _, ...retry } = first!.message;
    expect(await runWorker(retry, second!.message)).toEqual([]);
    expect(calls).toHaveLength(1);
    const deliveries = storedRecords<{ event_type: string; status: string }>(harness, 'Delivery');
    expect(deliveries.find(({ event_type }) => event_type === 'workspace.created')?.status).toBe('dropped');
  });

  it('that is restored has no such event', async () => {
    const { stage } = await stageWithEndpoint({ events: EVENTS });
    const { id } = await plantedCustomer(stage);
    await succeed('workspaces.delete', { token: stage.token, params: { id } });
    await processAllChanges(harness);
    await succeed('workspaces.restore', { token: stage.token, params: { id }, body: {} });
    await processAllChanges(harness);
    expect(typesAbout(id)).not.toContain('workspace.deleted');
  });
});
