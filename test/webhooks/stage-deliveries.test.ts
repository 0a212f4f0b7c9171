import { describe, expect, it } from 'vitest';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { deliveryOf, receiver, runWorker } from '../functions/given/queued-delivery.ts';
import { deliveryMessages, reduceKey, stageWithEndpoint } from '../functions/given/stage-endpoints.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newStageTenant, newTenant, newToken } from '../functions/tenants.ts';
import {
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';
import { newCustomer } from '../workspaces/given.ts';

/** What endpoints of the stage receive of the events of all workspaces. */

const harness = setupWorkers();

stopDeliveryClock();

const deliveries = () => storedRecords<Delivery>(harness, 'Delivery');

describe('an endpoint of the stage', () => {
  it('receives the events of each workspace, with its id and external id', async () => {
    const { url, calls } = await receiver(204);
    const { stage, one } = await stageWithEndpoint({ url });
    const customer = await newCustomer(stage, { external_id: 'customer-17' });
    await newContent(one);
    const token = stage.token;
    const body = { title: 'Bread', platforms: ['twitter'] };
    await callApi('content.create', { token, headers: { workspace: customer.id }, body });
    const messages = await deliveryMessages();
    for (const { message } of messages) expect(await runWorker(message)).toEqual([]);
    const received = calls.map(({ body }) => JSON.parse(body) as Json);
    expect(received.map(({ workspace_id, workspace }) => [workspace_id, workspace])).toEqual(
      expect.arrayContaining([
        [one.workspace.id, { id: one.workspace.id, external_id: null }],
        [customer.id, { id: customer.id, external_id: 'customer-17' }],
      ]),
    );
    expect(received).toHaveLength(2);
  });

  it('receives the events of the stage', async () => {
    const { stage } = await stageWithEndpoint({ events: ['workspace.created'] });
    const { id } = await newCustomer(stage);
    const [sent, ...others] = await deliveryMessages();
    expect(others).toEqual([]);
    const event = storedRecords(harness, 'Event').find(({ about }) => about === id)!;
    expect(sent).toMatchObject({
      message: { workspace_id: STAGE_WORKSPACE_ID, event_id: event.id },
      messageGroupId: STAGE_WORKSPACE_ID,
    });
  });

  it('with workspaces receives the events of these only', async () => {
    const { one, two, stage, endpointId } = await stageWithEndpoint();
    const body = { workspaces: [two.workspace.id] };
    await succeed('webhooks.update', { token: stage.token, params: { id: endpointId }, body });
    await newContent(one);
    await newContent(two);
    const messages = await deliveryMessages();
    expect(messages.map(({ message }) => message.event_workspace_id)).toEqual([two.workspace.id]);
  });

  it('of a key for one workspace receives nothing of others', async () => {
    const { one, two } = await stageWithEndpoint({}, 'first');
    await newContent(one);
    await newContent(two);
    const messages = await deliveryMessages();
    expect(messages.map(({ message }) => message.event_workspace_id)).toEqual([one.workspace.id]);
  });

  it('receives nothing of a workspace that its key has lost: first attempts, retries and replays are dropped', async () => {
    const { url, calls } = await receiver(500);
    const { stage, one, two, endpointId } = await stageWithEndpoint({ url });
    await newContent(one);
    const [first] = await deliveryMessages();
    await runWorker(first!.message);
    await newContent(one);
    const second = (await deliveryMessages()).find(({ message }) => message.attempt === 1);
    await reduceKey(stage, [two.workspace.id]);
    advanceTime(6_000);
    const { attempt: _, ...retry } = first!.message;
    expect(await runWorker(retry, second!.message)).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(deliveries().map(({ status }) => status)).toEqual(['dropped', 'dropped']);
    const all = await newStageTenant();
    const params = { id: endpointId, delivery_id: String(second!.message.delivery_id) };
    expect((await callApi('webhooks.replay-delivery', { token: all.token, params })).status).toBe(202);
    await runWorker({ ...second!.message, attempt: undefined });
    expect(calls).toHaveLength(1);
  });

  it('is disabled when its stage key is revoked, or loses a permission', async () => {
    const { stage, endpointId } = await stageWithEndpoint();
    const token = await newToken(stage);
    await succeed('stage-keys.delete', { token, params: { id: stage.key.client_id } });
    await processAllChanges(harness);
    const other = await newStageTenant();
    const { json } = await callApi('webhooks.get', { token: other.token, params: { id: endpointId } });
    expect(json.status).toBe('disabled');
    expect(json.disabled_reason).toMatch(/^permission_lost: the stage key skey_/);
  });

  it('has one delivery of an event whose change is processed twice', async () => {
    const { url, calls } = await receiver(204);
    const { one } = await stageWithEndpoint({ url });
    await newContent(one);
    const records = await processChanges(harness);
    expect(await processStreamRecords(records)).toEqual([]);
    const messages = harness.sent().filter(({ message }) => message.event_workspace_id);
    expect(messages).toHaveLength(2);
    for (const { message } of messages) await runWorker(message);
    expect([calls.length, deliveries().length]).toEqual([1, 1]);
  });

  it('that is down delays no endpoint of a workspace, and has a group of messages for each workspace', async () => {
    const [down, up] = [await receiver(503), await receiver(204)];
    const { one } = await stageWithEndpoint({ url: down.url });
    await newWebhook(one, { url: up.url, events: ['content.created'] });
    await processAllChanges(harness);
    await newContent(one);
    const messages = await deliveryMessages();
    expect(new Set(messages.map(({ messageGroupId }) => messageGroupId))).toEqual(
      new Set([one.workspace.id, `${STAGE_WORKSPACE_ID}/${one.workspace.id}`]),
    );
    expect(await runWorker(...messages.map(({ message }) => message))).toEqual([]);
    expect([down.calls.length, up.calls.length]).toEqual([1, 1]);
    expect(
      deliveries()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['delivered', 'pending']);
  });

  it('receives the events of an item in the order of its changes, with failures between them', async () => {
    let fails = true;
    const { url, calls } = await receiver((response) => {
      fails = !fails;
      response.writeHead(fails ? 500 : 204).end();
    });
    const { one } = await stageWithEndpoint({ url, events: ['content.created', 'content.scheduled'] });
    const { id } = await newContent(one);
    const created = await deliveryMessages();
    await succeed('content.update', { token: one.token, params: { id }, body: { scheduled_at: inSeconds(3600) } });
    const scheduled = await deliveryMessages();
    for (const { message } of [...created, ...scheduled]) await runWorker(message);
    advanceTime(6_000);
    for (const { message } of await deliveryMessages()) await runWorker(message);
    const times = new Map(calls.map(({ body }) => [JSON.parse(body).id, JSON.parse(body).timestamp]));
    expect([...times.keys()].sort()).toHaveLength(2);
    const inOrder = [...times].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, timestamp]) => timestamp);
    expect(inOrder).toEqual([...inOrder].sort());
    expect(deliveries().map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('drops the deliveries of an erased workspace', async () => {
    const { url, calls } = await receiver(204);
    const { one } = await stageWithEndpoint({ url });
    await newContent(one);
    const [sent] = await deliveryMessages();
    const erased = harness.table.items().filter(({ pk }) => String(pk).startsWith(`WS#${one.workspace.id}`));
    for (const item of erased) harness.table.remove(item);
    expect(await runWorker(sent!.message)).toEqual([]);
    expect(calls).toEqual([]);
    expect(await deliveryOf(sent!.message)).toBeNull();
  });
});

describe('a recovery of an endpoint of the stage', () => {
  it('delivers the failed deliveries and the missed events of its workspaces, once each', async () => {
    const { stage, one, two, endpointId } = await stageWithEndpoint();
    const params = { id: endpointId };
    const update = async (body: Json) => succeed('webhooks.update', { token: await newToken(stage), params, body });
    await update({ status: 'paused' });
    await processAllChanges(harness);
    advanceTime(60_000);
    await newContent({ ...one, token: await newToken(one) });
    await newContent({ ...two, token: await newToken(two) });
    await processAllChanges(harness);
    advanceTime(60_000);
    await update({ status: 'active', workspaces: [one.workspace.id] });
    await deliveryMessages();
    const body = { since: inSeconds(-3600) };
    const { status, text } = await callApi('webhooks.recover-deliveries', {
      token: await newToken(stage),
      params,
      body,
    });
    expect(status, text).toBe(202);
    const messages = await deliveryMessages();
    expect(messages.map(({ message }) => message.event_workspace_id)).toEqual([one.workspace.id]);
    await callApi('webhooks.recover-deliveries', { token: await newToken(stage), params, body });
    expect(await deliveryMessages()).toEqual([]);
  });

  it('delivers what a new endpoint has missed in its first minutes', async () => {
    const { stage, one, endpointId } = await stageWithEndpoint();
    advanceTime(30_000);
    await newContent(one);
    await deliveryMessages();
    advanceTime(1_000);
    const body = { since: inSeconds(-60) };
    await succeed('webhooks.recover-deliveries', { token: stage.token, params: { id: endpointId }, body });
    expect((await deliveryMessages()).map(({ message }) => message.event_workspace_id)).toEqual([one.workspace.id]);
  });
});

describe('a stage without endpoints', () => {
  it('pays no request per event for them: one read a minute, of the workspace of the stage keys', async () => {
    const tenant = await newTenant();
    await processAllChanges(harness);
    const requestsFor = async () => {
      await newContent(tenant);
      const records = harness.changes();
      let requests = 0;
      harness.table.fault = () => {
        requests += 1;
        return null;
      };
      expect(await processStreamRecords(records)).toEqual([]);
      harness.table.fault = null;
      return requests;
    };
    // Other reads of a first batch stay in memory for longer than a minute.
    await requestsFor();
    advanceTime(61_000);
    const [first, second, third] = [await requestsFor(), await requestsFor(), await requestsFor()];
    advanceTime(61_000);
    expect([first - second, third - second, (await requestsFor()) - second]).toEqual([1, 0, 1]);
  });
});
