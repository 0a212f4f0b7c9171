import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { madeItems, putRecurrence } from '../functions/given/recurrence.ts';
import { change, checked } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { PUBLISHED, publishTo } from '../functions/publish-step.ts';
import { newAccount, newContent, newExport, newRecurrence } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** Items of an export whose posts one row cannot plan again: each would be published twice, early or elsewhere. */

const harness = setupWorkers();
const bucket = setupObjectStore();
simulatePlatforms();

const FORMATS = [['csv'], ['jsonl']] as const;
type Format = (typeof FORMATS)[number][0];

const AHEAD = 40 * 3600;

async function call(tenant: Tenant, operation: Parameters<typeof callApi>[0], options: Json): Promise<Json> {
  const { status, text, json } = await callApi(operation, { token: await newToken(tenant), ...options });
  expect(status, text).toBeLessThan(300);
  return json;
}

const targetsOf = async (tenant: Tenant, id: string) =>
  (await call(tenant, 'content.get', { params: { id } })).targets as Record<string, string | null>[];

const planned = (tenant: Tenant, fields: Json = {}) =>
  newContent(tenant, {
    ...{ title: 'Planned', platforms: ['twitter', 'linkedin'], scheduled_at: inSeconds(AHEAD) },
    ...fields,
  });

/** Export an item, delete it, and check a file of its row. */
async function importedAgain(
  tenant: Tenant,
  id: string,
  format: Format,
  edit: (file: string) => string = (file) => file,
) {
  await processAllChanges(harness);
  await newExport(tenant, { kind: 'content', format });
  await processAllChanges(harness);
  const [, file] = [...bucket.objects].findLast(([key]) => key.startsWith('exports/'))!;
  await call(tenant, 'content.delete', { params: { id } });
  await processAllChanges(harness);
  return checked(harness, tenant, edit(Buffer.from(file).toString()), { format });
}

const invalid = (code: string) => [{ status: 'invalid', problems: [{ code }] }];

describe.each(FORMATS)('a row of an export as %s', (format) => {
  async function connected(): Promise<Tenant> {
    const tenant = await newTenant();
    for (const platform of ['twitter', 'linkedin'] as const) await connect(tenant, platform);
    return tenant;
  }

  it('does not publish a post again that is live beside a pending one', async () => {
    const tenant = await connected();
    const { id } = await planned(tenant);
    await publishTo(tenant, String(id), 'twitter', PUBLISHED);
    expect((await targetsOf(tenant, id)).map(({ status }) => status)).toEqual(['published', 'pending']);
    expect((await importedAgain(tenant, id, format)).rows).toMatchObject(invalid('targets_differ'));
  });

  it('does not publish a post that was cancelled beside a pending one', async () => {
    const tenant = await connected();
    const { id } = await planned(tenant);
    const [, linkedin] = await targetsOf(tenant, id);
    await call(tenant, 'schedule.cancel', { params: { id: linkedin!.schedule_id } });
    expect((await importedAgain(tenant, id, format)).rows).toMatchObject(invalid('targets_differ'));
  });

  it('does not publish one of several posts at the time of another', async () => {
    const tenant = await connected();
    const { id } = await planned(tenant);
    const [, linkedin] = await targetsOf(tenant, id);
    const params = { id: linkedin!.schedule_id };
    await call(tenant, 'schedule.update', { params, body: { scheduled_at: inSeconds(AHEAD + 18_000) } });
    expect((await importedAgain(tenant, id, format)).rows).toMatchObject(invalid('targets_differ'));
  });

  it('is not planned for another account than the post was', async () => {
    const tenant = await connected();
    const { id } = await planned(tenant, { platforms: ['twitter'] });
    const other = await newAccount(tenant, { external_id: '1002' });
    await call(tenant, 'accounts.update', { params: { id: other.id }, body: { is_default: true } });
    expect((await importedAgain(tenant, id, format)).rows).toMatchObject(invalid('other_account'));
  });

  it('is not published while the recurrence is paused that holds the item', async () => {
    const tenant = await connected();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    await putRecurrence(tenant, id, { paused: true });
    await processAllChanges(harness);
    for (const item of madeItems().slice(1)) await call(tenant, 'content.delete', { params: { id: item.id } });
    const { rows } = await importedAgain(tenant, madeItems()[0]!.id, format);
    expect(rows).toMatchObject(invalid('recurrence_paused'));
  });

  it('is planned again once its account is connected under another id', async () => {
    const tenant = await connected();
    const { id } = await planned(tenant, { platforms: ['twitter'] });
    const [{ account_id } = {}] = await targetsOf(tenant, id);
    const file = await importedAgain(tenant, id, format, (text) =>
      text.replaceAll(String(account_id), 'acc_01K00000000000000000000000'),
    );
    expect(file.rows).toMatchObject([{ status: 'valid' }]);
  });
});

describe('a row of an export that a person has corrected', () => {
  it('plans the platforms that are left in it', async () => {
    const tenant = await newTenant();
    for (const platform of ['twitter', 'linkedin'] as const) await connect(tenant, platform);
    const { id } = await planned(tenant);
    const [, linkedin] = await targetsOf(tenant, id);
    await call(tenant, 'schedule.cancel', { params: { id: linkedin!.schedule_id } });
    const only = (file: string) => file.replace('"twitter linkedin"', '"x"');
    const { id: importId, rows } = await importedAgain(tenant, id, 'csv', only);
    expect(rows).toMatchObject([{ status: 'valid', platforms: ['twitter'] }]);
    await change(harness, tenant, 'imports.run', importId);
    expect(storedRecords<Json>(harness, 'Content').map(({ platforms }) => platforms)).toEqual([['twitter']]);
  });

  it('names its item also with spaces around the id', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const { id } = await planned(tenant, { platforms: ['twitter'] });
    await processAllChanges(harness);
    await newExport(tenant, { kind: 'content', format: 'csv' });
    await processAllChanges(harness);
    const [, file] = [...bucket.objects].findLast(([key]) => key.startsWith('exports/'))!;
    const spaced = Buffer.from(file).toString().replace(`"${id}"`, `" ${id} "`);
    const moved = spaced.replaceAll(inSeconds(AHEAD), inSeconds(AHEAD + 200_000));
    expect((await checked(harness, tenant, moved)).rows).toMatchObject([
      { status: 'duplicate', problems: [{ code: 'duplicate_row', content_id: id }] },
    ]);
  });
});

describe('a row whose column `status` says that it is a draft', () => {
  it('is a draft without a time, although the cell of its time is not empty', async () => {
    const tenant = await newTenant();
    const file =
      'text,platforms,scheduled_at,status\nNot yet,x,2026-09-01 09:00, Draft\nNow,x,2026-09-01 10:00,ready\n';
    const { rows } = await checked(harness, tenant, file);
    expect(rows).toMatchObject([
      { status: 'valid', scheduled_at: null },
      { status: 'valid', scheduled_at: '2026-09-01T10:00:00.000Z' },
    ]);
  });

  it.each(FORMATS)('is one in an export as %s, too', async (format) => {
    const tenant = await newTenant();
    const { id } = await planned(tenant);
    const { rows } = await importedAgain(tenant, String(id), format, (text) => text.replace('"scheduled"', '"draft"'));
    expect(rows).toMatchObject([{ status: 'valid', scheduled_at: null }]);
  });
});
