import { describe, expect, it } from 'vitest';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import {
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';
import { callIn, newCustomer } from './given.ts';

const harness = setupWorkers();

function suspend({ token }: Tenant, params: { id: string }) {
  return callApi('workspaces.suspend', { token, params, body: { scope: 'publishing', reason: 'Overdue.' } });
}

/** The stored events of the stage, oldest first. */
function stageEvents(): Json[] {
  return storedRecords<Json>(harness, 'Event').filter(({ workspace_id }) => workspace_id === STAGE_WORKSPACE_ID);
}

describe('the events of the stage', () => {
  it('are stored once for each change of a workspace, also when the changes are processed twice', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const params = { id };
    const records = [await processChanges(harness)];
    await suspend(stage, params);
    records.push(await processChanges(harness));
    await callApi('workspaces.resume', { token: stage.token, params, body: {} });
    records.push(await processChanges(harness));
    for (const each of records) expect(await processStreamRecords(each)).toEqual([]);
    expect(stageEvents().map(({ type, about }) => [type, about])).toEqual([
      ['workspace.created', id],
      ['workspace.suspended', id],
      ['workspace.resumed', id],
    ]);
  });

  it('are not written by a stage without a stage key', async () => {
    await newTenant();
    await processAllChanges(harness);
    expect(stageEvents()).toEqual([]);
  });

  it('are in no list of a workspace, and no endpoint of one can subscribe to them', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await processAllChanges(harness);
    const { json } = await callIn(id, stage, 'events.list');
    expect((json.events as Json[]).filter(({ type }) => String(type).startsWith('workspace.'))).toEqual([]);
    const body = { url: 'https://example.com/hook', events: ['workspace.created'] };
    const { workspace } = await newTenant();
    const { status, json: problem } = await callIn(workspace.id, stage, 'webhooks.create', { body });
    expect([status, problem.errors]).toMatchObject([422, [{ pointer: '/events', code: 'stage_event' }]]);
  });
});

describe('the limits of a workspace', () => {
  const reached = () =>
    stageEvents()
      .filter(({ type }) => type === 'workspace.limit_reached')
      .map(({ data, about }) => ({ ...JSON.parse(String(data)), about }))
      .map(({ about, limit, percent, value }) => [about, limit, percent, value].join(' '))
      .sort();

  it('are events at 80 and 100 percent, once, also when the changes are processed twice', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { limits: { accounts: 5, media_bytes: 1_000 } });
    await processAllChanges(harness);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const body = { platform: 'twitter', external_id: `100000000${number}`, access_token: 'token' };
      await callIn(id, stage, 'accounts.create', { body });
      const records = await processChanges(harness);
      expect(await processStreamRecords(records)).toEqual([]);
    }
    for (const size_bytes of [700, 200]) await callIn(id, stage, 'media.create', { body: { size_bytes } });
    await processAllChanges(harness);
    expect(reached()).toEqual([`${id} accounts 100 5`, `${id} accounts 80 4`, `${id} media_bytes 80 900`]);
  });

  it('are no events without a limit of the product', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await callIn(id, stage, 'media.create', { body: { size_bytes: 400_000_000 } });
    await processAllChanges(harness);
    expect(storedRecords(harness, 'LimitNotice')).toEqual([]);
  });
});
