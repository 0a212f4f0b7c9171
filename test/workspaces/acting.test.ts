import { describe, expect, it } from 'vitest';
import { callApi, type Json } from '../functions/api-harness.ts';
import { setStageApp } from '../functions/connections.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { callIn, newCustomer } from './given.ts';

const harness = setupWorkers();

const connectUrl = async (stage: Tenant, workspace: string) => {
  await setStageApp('twitter');
  const { json } = await callIn(workspace, stage, 'connect.create', {
    params: { id_or_platform: 'twitter' },
    body: {},
  });
  return String(json.url);
};

describe('what a stage key has created', () => {
  it('stays after the stream has followed it: keys, invitations, calendar feeds', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await callIn(id, stage, 'keys.create', { body: { name: 'A key', permissions: ['content:read'] } });
    await callIn(id, stage, 'team.invite', { body: { email: 'person@example.com', role: 'editor' } });
    await callIn(id, stage, 'calendar-feeds.create', { body: { name: 'Plan' } });
    await processAllChanges(harness);
    expect(storedRecords(harness, 'ApiKey').every(({ revoked_at }) => revoked_at === null)).toBe(true);
    expect(storedRecords(harness, 'Invitation').map(({ status }) => status)).toEqual(['sent']);
    expect(storedRecords(harness, 'CalendarFeed')).toHaveLength(1);
  });

  it('includes a calendar that clients can read', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const { json } = await callIn(id, stage, 'calendar-feeds.create', { body: { name: 'Plan' } });
    const query = Object.fromEntries(new URL(String(json.url)).searchParams);
    expect((await callApi('calendar-feeds.show', { query })).status).toBe(200);
  });

  it('includes a connection, whose page names the customer and no member', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { name: 'Example Bakery' });
    const url = new URL(await connectUrl(stage, id));
    const { status, text } = await callApi('connect.open', { query: { token: url.searchParams.get('token')! } });
    expect(status).toBe(200);
    expect(text).toContain('<strong>Example Bakery</strong> wants to');
    expect(text).not.toMatch(/@|\(,/);
  });

  it('includes posts in a workspace with members, who see them as their own', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    const body = { title: 'A title', platforms: ['twitter'] };
    const { json } = await callIn(tenant.workspace.id, stage, 'content.create', { body });
    const listed = await callApi('content.list', { token: tenant.token });
    expect((listed.json.data as Json[]).map((item) => item.id)).toEqual([json.id]);
  });
});
