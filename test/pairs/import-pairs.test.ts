import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { change, checked, followImports, type ImportView, readImport } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newAccount, newMember, newTemplate, setWorkspace } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { newLinkRule } from '../link-rules/new-link-rule.ts';

/** An import, and what happens in another feature between its check, its run and its undo. */

const harness = setupWorkers();
setupObjectStore();

const day = (days: number) => inSeconds(days * 86_400).slice(0, 10);
// Two days after the clock of the tests.
const LOCAL = '2026-08-05T09:00';
const csv = (...rows: string[]) => rows.join('\n');
const run = (tenant: Tenant, id: string) => change(harness, tenant, 'imports.run', id);
const codesOf = ({ rows }: ImportView) => rows.map(({ status, problems }) => [status, ...problems.map(describeOf)]);
const describeOf = ({ column, code }: { column: string | null; code: string }) => `${column} ${code}`;
const itemOf = (tenant: Tenant, { rows }: ImportView, row: number) =>
  contentOf(tenant, String(rows[row - 1]!.content_id));
const targetOf = async (tenant: Tenant, ran: ImportView, row: number) =>
  ((await itemOf(tenant, ran, row)).targets as Json[])[0]!;

describe('a link rule that is created between the check and the run', () => {
  it('counts for the rows that are run, and those that it makes too long fail alone', async () => {
    const tenant = await newTenant();
    const file = csv(
      'text,platforms,scheduled_at',
      `${'a'.repeat(250)} https://example.com/a,bluesky,${day(2)} 09:00`,
      `See https://example.com/b,bluesky,${day(3)} 09:00`,
    );
    const { id } = await checked(harness, tenant, file);
    await newLinkRule(tenant, { parameters: { utm_campaign: 'a-campaign-with-a-long-name' } });
    const ran = await run(tenant, id);
    expect(codesOf(ran)).toEqual([['failed', 'text text_too_long'], ['created']]);
    const { published_texts } = await itemOf(tenant, ran, 2);
    const text = 'See https://example.com/b?utm_campaign=a-campaign-with-a-long-name';
    expect(published_texts).toMatchObject([{ texts: [text] }]);
    const again = await checked(harness, tenant, file.replace('a'.repeat(250), 'b'.repeat(250)));
    expect(codesOf(again)[0]).toEqual(['invalid', 'text text_too_long']);
  });
});

describe('a template that is deleted between the check and the run', () => {
  it('makes only the rows fail that use it, and changes no item that was created', async () => {
    const tenant = await newTenant();
    const [snippet, mention] = [
      await newTemplate(tenant, { name: 'Launch', text: 'Hi {{who}}' }),
      await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles: { twitter: '@acme' } }),
    ];
    const file = csv(
      'title,text,platforms,snippet,variables.who',
      'T,,x,Launch,Ada',
      ',By {{@Acme}},x,,',
      ',Plain,x,,',
    );
    const first = await checked(harness, tenant, file);
    const second = await checked(
      harness,
      tenant,
      file.replace('Ada', 'Bob').replace('By', 'Of').replace('Plain', 'No'),
    );
    const ran = await run(tenant, first.id);
    for (const { id } of [snippet, mention]) {
      await callApi('templates.delete', { token: tenant.token, params: { id } });
    }
    expect(codesOf(await run(tenant, second.id))).toEqual([
      ['failed', 'snippet template_not_found'],
      ['failed', 'text mention_not_found'],
      ['created'],
    ]);
    expect(await itemOf(tenant, ran, 1)).toMatchObject({ description: 'Hi Ada' });
    expect(await itemOf(tenant, ran, 2)).toMatchObject({ platform_options: { twitter: { text: 'By @acme' } } });
  });
});

describe('an import where the workspace requires approval', () => {
  it('makes items of which the member who runs it is the author, and the undo removes an approved one', async () => {
    const tenant = await newTenant();
    await setWorkspace(tenant, { approval: 'required' });
    const approver = await newMember(tenant, 'approver');
    const { id, rows } = await checked(
      harness,
      tenant,
      csv('text,platforms,scheduled_at', `One,twitter,${day(2)} 09:00`),
    );
    expect(rows[0]!.warnings).toContainEqual(expect.objectContaining({ code: 'not_approved' }));
    const ran = await run(tenant, id);
    const act = (action: 'submit' | 'approve', { token }: { token: string }) =>
      callApi(`content.${action}`, { token, params: { id: String(ran.rows[0]!.content_id) }, body: {} });
    await act('submit', tenant);
    expect((await act('approve', tenant)).json.code).toBe('approval_not_permitted');
    expect((await act('approve', approver)).status).toBe(200);
    expect((await change(harness, tenant, 'imports.undo', id)).counts).toMatchObject({ removed: 1, kept: 0 });
    expect(storedRecords(harness, 'Content')).toEqual([]);
  });
});

describe('an account that is deleted between the check and the run', () => {
  it('makes only the rows fail that name it, and the others have the present default account', async () => {
    const tenant = await newTenant();
    const [first, second] = [await newAccount(tenant), await newAccount(tenant, { external_id: '42' })];
    const file = csv(
      'text,platforms,accounts,scheduled_at',
      `One,twitter,${first.id},${day(2)} 09:00`,
      `Two,twitter,,${day(3)} 09:00`,
      `Three,twitter,${second.id},${day(4)} 09:00`,
    );
    const { id } = await checked(harness, tenant, file);
    await callApi('accounts.delete', { token: tenant.token, params: { id: first.id } });
    await processAllChanges(harness);
    const ran = await run(tenant, id);
    expect(codesOf(ran)).toEqual([['failed', 'accounts unknown_account'], ['created'], ['created']]);
    for (const row of [2, 3]) expect((await targetOf(tenant, ran, row)).account_id).toBe(second.id);
  });
});

describe('another time zone of the workspace between the check and the run', () => {
  it.each([
    ['csv', csv('text,platforms,scheduled_at', `One,twitter,${LOCAL}`)],
    ['jsonl', JSON.stringify({ text: 'One', platforms: ['twitter'], scheduled_at: { local: LOCAL } })],
  ])('moves no row: it is planned at the time that its check has shown (%s)', async (format, file) => {
    const tenant = await newTenant();
    await setWorkspace(tenant, { time_zone: 'Europe/Berlin' });
    const { id, rows } = await checked(harness, tenant, file, { format });
    expect(rows[0]!.scheduled_local).toEqual({ local: LOCAL, time_zone: 'Europe/Berlin' });
    await setWorkspace(tenant, { time_zone: 'America/New_York' });
    const { scheduled_at, scheduled_local } = rows[0]!;
    expect(await itemOf(tenant, await run(tenant, id), 1)).toMatchObject({ scheduled_at, scheduled_local });
  });
});

describe('a member who is removed during their run', () => {
  it('has each row as one item in their name, and another member can undo it', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'content_manager');
    const count = 45;
    const rows = Array.from({ length: count }, (_, row) => `Row ${row},twitter`);
    const { id } = await checked(harness, member, csv('text,platforms', ...rows));
    await callApi('imports.run', { token: member.token, params: { id } });
    await processStreamRecords(harness.changes());
    expect((await readImport(tenant, id)).counts.created).toBeLessThan(count);
    await callApi('team.remove-member', { token: tenant.token, params: { id: member.id } });
    await followImports(harness);
    const items = storedRecords<{ title: string; created_by: string }>(harness, 'Content');
    expect(new Set(items.map(({ title }) => title)).size).toBe(count);
    expect(items.map(({ created_by }) => created_by)).toEqual(Array(count).fill(member.id));
    const undone = await change(harness, tenant, 'imports.undo', id);
    expect(undone).toMatchObject({ status: 'undone', counts: { removed: count, kept: 0 } });
  });
});
