import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { act, join } from '../functions/given/approvals.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newAccount, newContent, newExport, newMember, newTemplate, setWorkspace } from '../functions/resources.ts';
import { connect, publishContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { newLinkRule } from '../link-rules/new-link-rule.ts';

/** An export, and another feature. */

const harness = setupWorkers();
const bucket = setupObjectStore();
simulatePlatforms();

type Caller = Pick<Tenant, 'token'>;

/** Run an export, and return its file. */
async function exported(caller: Caller, fields: Json): Promise<string> {
  await newExport(caller, fields);
  await processAllChanges(harness);
  const [, file] = [...bucket.objects].findLast(([key]) => key.startsWith('exports/'))!;
  return Buffer.from(file).toString();
}

const linesOf = async (caller: Caller, kind = 'content'): Promise<Json[]> =>
  (await exported(caller, { kind, format: 'jsonl' }))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const rowsOf = async (caller: Caller, kind = 'content'): Promise<Record<string, string>[]> =>
  parse(await exported(caller, { kind, format: 'csv' }), { columns: true });
const byTitle = <T extends { title?: unknown }>(rows: T[], title: string) => rows.find((row) => row.title === title)!;

describe('an export and the duplicate guard', () => {
  it('leaves the exported content a duplicate until its item is deleted', async () => {
    const tenant = await newTenant();
    const body = { title: 'The same', platforms: ['twitter'], scheduled_at: inSeconds(3600) };
    const create = () => callApi('content.create', { token: tenant.token, body });
    const { id } = await newContent(tenant, body);
    const claims = () => storedRecords(harness, 'ContentClaim');
    const before = claims();
    await linesOf(tenant);
    await rowsOf(tenant);
    expect(claims()).toEqual(before);
    expect((await create()).json).toMatchObject({ code: 'duplicate_content', content_id: id });
    await callApi('content.delete', { token: tenant.token, params: { id } });
    expect((await create()).status).toBe(201);
  });
});

describe('an export and link rules', () => {
  it('has the texts as they were written, of items that are scheduled, approved or published', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await setWorkspace(tenant, { authors_may_approve: true });
    await newLinkRule(tenant);
    const textOf = (title: string) => `${title}: https://example.com/${title}`;
    const fieldsOf = (title: string) => ({ title, description: textOf(title) });
    await publishContent(tenant, 'twitter', fieldsOf('published'));
    await newContent(tenant, { ...fieldsOf('scheduled'), platforms: ['twitter'], scheduled_at: inSeconds(3600) });
    const { id } = await newContent(tenant, { ...fieldsOf('approved'), platforms: ['twitter'] });
    for (const action of ['submit', 'approve'] as const) {
      expect((await callApi(`content.${action}`, { token: tenant.token, params: { id }, body: {} })).status).toBe(200);
    }
    const [lines, rows] = [await linesOf(tenant), await rowsOf(tenant)];
    for (const title of ['published', 'scheduled', 'approved']) {
      expect(byTitle(lines, title)).toMatchObject({ status: title, ...fieldsOf(title) });
      expect(byTitle(rows, title)).toMatchObject({ text: textOf(title) });
      const params = { id: String(byTitle(lines, title).id) };
      const { published_texts } = (await callApi('content.get', { token: tenant.token, params })).json;
      expect(JSON.stringify(published_texts)).toContain(`/${title}?utm_source=`);
    }
  });
});

describe('an export and templates', () => {
  it('has what templates gave to an item, also after they were changed and deleted', async () => {
    const tenant = await newTenant();
    const { id: account } = await newAccount(tenant);
    const templates = [
      await newTemplate(tenant, { name: 'Launch', text: '{{product}} by {{@Acme}}' }),
      await newTemplate(tenant, { kind: 'account_set', name: 'Brand', accounts: [account] }),
      await newTemplate(tenant, { kind: 'options', name: 'Usual', platform_options: { x: { first_comment: 'More' } } }),
      await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles: { x: '@acme' } }),
    ];
    const names = { snippet: 'Launch', account_set: 'Brand', options: 'Usual', variables: { product: 'Jacket' } };
    await newContent(tenant, { title: 'New', platforms: ['twitter'], templates: names });
    const params = { id: templates[0]!.id };
    await callApi('templates.update', { token: tenant.token, params, body: { text: 'Other' } });
    for (const { id } of templates) await callApi('templates.delete', { token: tenant.token, params: { id } });
    const platform_options = { twitter: { text: 'Jacket by @acme', first_comment: 'More' } };
    const [line] = await linesOf(tenant);
    expect(line).toMatchObject({ description: 'Jacket by Acme', accounts: [account], platform_options });
    const [row] = await rowsOf(tenant);
    expect(row).toMatchObject({ text: 'Jacket by Acme', accounts: account });
    expect(JSON.parse(row!.platform_options!)).toMatchObject(platform_options);
    expect(JSON.stringify([line, row])).not.toContain('{{');
  });
});

describe('an export and approvals', () => {
  it('has the approval of each item with its status, and changes none', async () => {
    const tenant = await newTenant();
    await setWorkspace(tenant, { approval: 'required' });
    const [author, approver] = [await join(tenant, 'editor'), await join(tenant, 'approver')];
    const items = await Promise.all(['draft', 'pending', 'approved'].map((title) => newContent(author, { title })));
    const [, pending, approved] = items.map(({ id }) => id);
    for (const id of [pending!, approved!]) await act('submit', author, id);
    expect((await act('approve', approver, approved!)).status).toBe(200);
    const read = () =>
      Promise.all(
        items.map(async ({ id }) => (await callApi('content.get', { token: tenant.token, params: { id } })).json),
      );
    const earlier = await read();
    const lines = await linesOf(tenant);
    const statuses = ['draft', 'pending', 'approved'].map((title) => (byTitle(lines, title).approval as Json)?.status);
    expect(statuses).toEqual([undefined, 'pending_approval', 'approved']);
    for (const item of earlier) expect(byTitle(lines, String(item.title)).approval).toEqual(item.approval);
    expect(await read()).toEqual(earlier);
  });
});

describe('an export and agents', () => {
  it('is neither created, listed nor read by an agent key, and names the agent of what it wrote', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant);
    const { token } = agent;
    await newContent({ ...tenant, token }, { title: 'By an agent', platforms: ['twitter'] });
    const [line] = await linesOf(tenant);
    expect(line).toMatchObject({ title: 'By an agent', agents: [{ id: agent.id, user_id: tenant.owner.id }] });
    expect(await rowsOf(tenant)).toMatchObject([{ title: 'By an agent' }]);
    const [{ id } = { id: '' }] = storedRecords<{ id: string }>(harness, 'Export');
    const answers = [
      await callApi('exports.create', { token, body: { kind: 'content', format: 'csv' } }),
      await callApi('exports.list', { token }),
      await callApi('exports.get', { token, params: { id } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(storedRecords(harness, 'Export')).toHaveLength(2);
  });
});

describe('an export and an account that was deleted', () => {
  it('has the published post with its id and its URL, in content and in metrics', async () => {
    const tenant = await newTenant();
    const { id } = await connect(tenant, 'twitter');
    const entry = await publishContent(tenant, 'twitter', { title: 'Live' });
    await processAllChanges(harness);
    const token = await newToken(tenant);
    expect((await callApi('accounts.delete', { token, params: { id: String(id) } })).status).toBe(200);
    await processAllChanges(harness);
    const { platform_post_id, url } = entry as unknown as Json;
    expect([platform_post_id, url]).toEqual([expect.any(String), expect.any(String)]);
    const target = { account_id: id, platform_post_id, url };
    expect(await linesOf({ token })).toMatchObject([{ status: 'published', targets: [target] }]);
    expect(await rowsOf({ token })).toMatchObject([
      { status: 'published', urls: url, targets: expect.stringContaining(`"account_id":"${id}"`) },
    ]);
    expect(await linesOf({ token }, 'metrics')).toMatchObject([{ account_id: id, platform_post_id }]);
    expect(await rowsOf({ token }, 'metrics')).toMatchObject([{ account_id: id, platform_post_id }]);
  });
});

describe('an export and another time zone of the workspace', () => {
  it('has the local time and the zone with which an item was planned', async () => {
    const tenant = await newTenant();
    await setWorkspace(tenant, { time_zone: 'Europe/Berlin' });
    const local = '2026-08-20T09:00';
    const scheduled_at = '2026-08-20T07:00:00.000Z';
    await newContent(tenant, { platforms: ['twitter'], scheduled_at: { local } });
    await setWorkspace(tenant, { time_zone: 'Asia/Tokyo' });
    const time_zone = 'Europe/Berlin';
    expect(await linesOf(tenant)).toMatchObject([{ scheduled_at, scheduled_local: { local, time_zone } }]);
    expect(await rowsOf(tenant)).toMatchObject([{ scheduled_at, scheduled_local: local, time_zone }]);
  });
});

describe('an export of a member who is removed', () => {
  it('ends, and the members who may read what it has get its file', async () => {
    const tenant = await newTenant();
    const [creator, viewer] = [await newMember(tenant, 'admin'), await newMember(tenant, 'viewer')];
    await newContent(tenant, { title: 'One' });
    const content = await newExport(creator, { kind: 'content' });
    const audit = await newExport(creator, { kind: 'audit' });
    const created = harness.changes();
    await callApi('team.remove-member', { token: tenant.token, params: { id: creator.id } });
    expect(await processStreamRecords(created)).toEqual([]);
    await processAllChanges(harness);
    const get = ({ token }: Caller, { id }: { id: string }) => callApi('exports.get', { token, params: { id } });
    const file = { status: 'completed', download_url: expect.stringContaining('/exports/') };
    for (const { id } of [content, audit]) expect((await get(tenant, { id })).json).toMatchObject(file);
    expect((await get(viewer, content)).json).toMatchObject({ ...file, created_by: creator.id, row_count: 1 });
    expect((await get(viewer, audit)).status).toBe(403);
  });
});
