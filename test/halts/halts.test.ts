import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { endHalt, finishReleases, type HaltView, halt, requestHalt, resume } from '../functions/given/halt.ts';
import { newAccount, newContent, newQueue } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

async function listHalts(tenant: Tenant): Promise<HaltView[]> {
  const { json } = await callApi('halts.list', { token: await newToken(tenant) });
  return json.halts as HaltView[];
}

/** The events of a kind, with their data. */
async function eventsOf(type: string) {
  await processAllChanges(harness);
  const found = storedRecords<{ type: string; data: string }>(harness, 'Event').filter((event) => event.type === type);
  return found.map(({ data }) => JSON.parse(data) as Json);
}

/** The entries of the audit log about halts, newest first. */
async function auditEntries(tenant: Tenant) {
  const { json } = await callApi('audit.list', { token: tenant.token });
  return (json.entries as { resource: { type: string } }[]).filter(({ resource }) => resource.type === 'halt');
}

describe('POST /halts 201', () => {
  it('returns the halt, which GET /halts lists', async () => {
    const tenant = await newTenant();
    const created = await halt(tenant, { platform: 'x' });
    expect(created).toMatchObject({
      id: expect.stringMatching(/^hlt_/),
      scope: { platform: 'twitter' },
      reason: 'A wrong campaign.',
      created_by: tenant.owner.id,
    });
    expect(await listHalts(tenant)).toEqual([created]);
  });

  it('takes an account of the workspace', async () => {
    const tenant = await newTenant();
    const { id } = await newAccount(tenant, { platform: 'twitter' });
    expect((await halt(tenant, { account: id })).scope).toEqual({ account: id });
  });

  it('emits publishing.halted and is logged in the audit log with its actor', async () => {
    const tenant = await newTenant();
    const created = await halt(tenant);
    expect(await eventsOf('publishing.halted')).toEqual([created]);
    expect(await auditEntries(tenant)).toMatchObject([
      { action: 'created', actor: { user_id: tenant.owner.id }, resource: { type: 'halt', id: created.id } },
    ]);
  });

  it('is shown by the items, the entries and the slots that it stops, and by no other', async () => {
    const tenant = await newTenant();
    const { id: queue } = await newQueue(tenant);
    for (const platform of ['twitter', 'linkedin'])
      await newContent(tenant, { title: platform, platforms: [platform], queue });
    await newContent(tenant, { title: 'draft', platforms: ['twitter'] });
    const { id, reason, created_at: since } = await halt(tenant, { platform: 'twitter' });
    const mark = { id, reason, since };
    const { token } = tenant;
    const items = (await callApi('content.list', { token })).json.data as Json[];
    const marks = Object.fromEntries(items.map(({ title, halt }) => [title, halt]));
    expect(marks).toEqual({ draft: null, linkedin: null, twitter: mark });
    const posts = (await callApi('schedule.list', { token })).json.scheduled_posts as Json[];
    expect(posts.map(({ platform, halt }) => [platform, halt])).toEqual([
      ['twitter', mark],
      ['linkedin', null],
    ]);
    const { slots } = (await callApi('queues.list-slots', { token, params: { id: queue } })).json;
    const contents = (slots as { content: Json | null }[]).flatMap(({ content }): Json[] => (content ? [content] : []));
    expect(contents.map(({ title, halt }) => [title, halt])).toEqual([
      ['twitter', mark],
      ['linkedin', null],
    ]);
    await endHalt(tenant, id);
    expect(((await callApi('content.list', { token })).json.data as Json[]).every(({ halt }) => halt === null)).toBe(
      true,
    );
  });

  it('stops the posts of its own workspace only', async () => {
    const tenant = await newTenant();
    const other = await newTenant();
    await halt(tenant);
    expect(await listHalts(other)).toEqual([]);
    const item = await newContent(other, { platforms: ['twitter'], scheduled_at: inSeconds(3600) });
    expect((item.targets as Json[])[0]).toMatchObject({ halt: null });
  });
});

describe('POST /halts 409', () => {
  it('names the active halt with the same scope', async () => {
    const tenant = await newTenant();
    const first = await halt(tenant, { platform: 'twitter' });
    const { status, json } = await requestHalt(tenant, { platform: 'x' });
    expect([status, json.code, json.halt_id]).toEqual([409, 'already_halted', first.id]);
    expect((await requestHalt(tenant, { platform: 'linkedin' })).status).toBe(201);
  });

  it('is returned for one of two requests at once', async () => {
    const tenant = await newTenant();
    const both = await Promise.all([requestHalt(tenant), requestHalt(tenant)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await listHalts(tenant)).toHaveLength(1);
  });

  it('limits a workspace to 20 halts', async () => {
    const tenant = await newTenant();
    for (let made = 0; made < 20; made++) {
      const { id } = await newAccount(tenant, { platform: 'twitter', external_id: String(1000 + made) });
      await halt(tenant, { account: id });
    }
    const { status, json } = await requestHalt(tenant);
    expect([status, json.code]).toEqual([409, 'halt_limit']);
  });
});

describe('POST /halts 422', () => {
  it.each([
    ['everything', '/scope'],
    [{ platform: 'myspace' }, '/scope/platform'],
    [{ platform: 'twitter', account: 'acc_1' }, '/scope/account'],
    [{ account: 'acc_01K00000000000000000000000' }, '/scope/account'],
    [{ account: 'no id' }, '/scope/account'],
  ])('rejects the scope %j', async (scope, pointer) => {
    const tenant = await newTenant();
    const { status, json } = await requestHalt(tenant, scope);
    expect([status, (json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
    expect(await listHalts(tenant)).toEqual([]);
  });

  it('rejects the account of another workspace', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { id } = await newAccount(other, { platform: 'twitter' });
    expect((await requestHalt(tenant, { account: id })).status).toBe(422);
  });
});

describe('DELETE /halts/{id} 200', () => {
  it('ends the halt once: a repeat is 404', async () => {
    const tenant = await newTenant();
    const { id } = await halt(tenant);
    expect(await endHalt(tenant, id)).toMatchObject({ success: true, missed_posts: 0, missed_posts_is_capped: false });
    expect(await listHalts(tenant)).toEqual([]);
    const repeated = await callApi('halts.delete', { token: tenant.token, params: { id } });
    expect(repeated.status).toBe(404);
  });

  it('emits publishing.resumed and is logged with its actor', async () => {
    const tenant = await newTenant();
    const created = await halt(tenant);
    await processAllChanges(harness);
    await resume(tenant, created.id, { missed: 'mark_missed' });
    expect(await eventsOf('publishing.resumed')).toEqual([
      expect.objectContaining({ halt: created, missed: 'mark_missed', resumed_by: tenant.owner.id }),
    ]);
    expect(await auditEntries(tenant)).toMatchObject([
      { action: 'deleted', actor: { user_id: tenant.owner.id } },
      { action: 'created' },
    ]);
  });

  it('makes room for another halt with the same scope at once', async () => {
    const tenant = await newTenant();
    const first = await halt(tenant);
    await endHalt(tenant, first.id);
    const second = await halt(tenant);
    expect((await listHalts(tenant)).map(({ id }) => id)).toEqual([second.id]);
    await processAllChanges(harness);
    await finishReleases();
    expect((await listHalts(tenant)).map(({ id }) => id)).toEqual([second.id]);
  });
});

describe('DELETE /halts/{id} 400', () => {
  it.each<Record<string, string>>([{ spread_seconds: '86401' }, { spread_seconds: '-1' }, { missed: 'later' }])(
    'rejects %j',
    async (query) => {
      const tenant = await newTenant();
      const { id } = await halt(tenant);
      const { status } = await callApi('halts.delete', { token: tenant.token, params: { id }, query });
      expect(status).toBe(400);
      expect(await listHalts(tenant)).toHaveLength(1);
    },
  );
});

describe('the workspace settings', () => {
  it('keep the halts when they are changed', async () => {
    const tenant = await newTenant();
    await halt(tenant);
    const body = { authors_may_approve: true };
    expect((await callApi('workspace.update', { token: tenant.token, body })).status).toBe(200);
    expect(await listHalts(tenant)).toHaveLength(1);
  });
});
