import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { METRIC_NAMES } from '../../lib/analytics/rules/metrics.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { auditLog, followStream } from '../functions/audit-log.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newContent, newExport, newLabel, newMember, newQueue } from '../functions/resources.ts';
import { connect, publishContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  processAllChanges,
  processChanges,
  processStreamRecords,
  sdkError,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

simulatePlatforms();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const get = async ({ token }: Pick<Tenant, 'token'>, id: string) =>
  (await callApi('exports.get', { token, params: { id } })).json;

const fileOf = () => Buffer.from([...bucket.objects.values()].at(-1)!).toString();

/** Run an export, and return its file. */
async function run(tenant: Tenant, fields: Json): Promise<string> {
  const { id } = await newExport(tenant, fields);
  await processAllChanges(harness);
  expect(await get(tenant, id)).toMatchObject({ status: 'completed', size_bytes: fileOf().length });
  return fileOf();
}

/** Store items of which five megabytes are 50, and return how many. */
async function manyItems(tenant: Tenant): Promise<number> {
  const { id: first } = await newContent(tenant, { title: 'Item' });
  const item = harness.table.items().find(({ entity, id }) => entity === 'Content' && id === first)!;
  const count = 120;
  for (let index = 1; index < count; index++) {
    const id = `${first.slice(0, -3)}${String(index).padStart(3, '0')}`;
    harness.table.insert({ ...item, id, sk: id, list_sk: id, description: 'a'.repeat(100_000) });
  }
  return count;
}

const rowsOf = (file: string): Record<string, string>[] => parse(file, { columns: true });

describe('an export', () => {
  it('of content has each item of the workspace, as CSV and as JSON lines', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    for (const title of ['One', 'Two, with "quotes"\nand a line']) await newContent(tenant, { title });
    await newContent(other, { title: 'Theirs' });
    const rows = rowsOf(await run(tenant, { kind: 'content', format: 'csv' }));
    expect(rows.map(({ title }) => title).sort()).toEqual(['One', 'Two, with "quotes"\nand a line']);
    expect(rows[0]).toMatchObject({ status: 'draft', platforms: 'twitter linkedin' });
    const lines = (await run(tenant, { kind: 'content', format: 'jsonl' })).trimEnd().split('\n');
    const items = lines.map((line) => JSON.parse(line));
    const { json } = await callApi('content.get', { token: tenant.token, params: { id: items[0].id } });
    expect(json).toMatchObject(items[0]);
  });

  it('of content has all that was planned, with the names of labels and campaigns as they are now', async () => {
    const tenant = await newTenant();
    const media = [{ url: 'https://media.example.com/a.jpg', type: 'image' }];
    const fields = {
      ...{ description: 'First part', media, thread: [{ text: 'Second part', media: [] }], first_comment: 'A comment' },
      ...{ labels: ['News, daily', 'Old'], campaign: 'Summer', metadata: { origin: 'crm' } },
      platform_options: { twitter: { text: 'Shorter' } },
    };
    const scheduled_at = { local: `${inSeconds(86_400).slice(0, 10)}T09:30`, time_zone: 'Europe/Berlin' };
    const { id } = await newContent(tenant, { ...fields, title: 'Planned', platforms: ['twitter'], scheduled_at });
    const queue = await newQueue(tenant);
    await newContent(tenant, { title: 'Queued', description: 'Queued', queue: queue.id, labels: ['Old'] });
    await newContent(tenant, { title: 'Plain' });
    const label = await newLabel(tenant, 'Old');
    await callApi('labels.update', { token: tenant.token, params: { id: label.id }, body: { name: 'New' } });
    const labels = ['News, daily', 'New'];
    const byTitle = new Map(
      rowsOf(await run(tenant, { kind: 'content', format: 'csv' })).map((row) => [row.title, row]),
    );
    const { labels: names, metadata, media: files, thread, platform_options, ...row } = byTitle.get('Planned')!;
    expect(row).toMatchObject({
      ...{ text: 'First part', campaign: 'Summer', first_comment: 'A comment', queue: '' },
      ...{ scheduled_local: scheduled_at.local, time_zone: 'Europe/Berlin' },
    });
    expect([names, metadata, files, thread, platform_options].map((value) => JSON.parse(value!))).toMatchObject([
      ...[labels, fields.metadata, media, fields.thread, fields.platform_options],
    ]);
    expect(byTitle.get('Queued')).toMatchObject({ queue: queue.id, labels: '["New"]', time_zone: 'UTC' });
    const empty = { labels: '', campaign: '', metadata: '', media: '', thread: '', first_comment: '', time_zone: '' };
    expect(byTitle.get('Plain')).toMatchObject(empty);
    const items = (await run(tenant, { kind: 'content', format: 'jsonl' })).trimEnd().split('\n');
    const item = items.map((line) => JSON.parse(line)).find((each) => each.id === id);
    expect(item).toMatchObject({ labels, campaign: 'Summer' });
    expect((await callApi('content.get', { token: tenant.token, params: { id } })).json).toMatchObject(item);
  });

  it('in CSV has no value that a spreadsheet runs as a formula', async () => {
    const tenant = await newTenant();
    const titles = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a=b', 'a;=1', 'a,=1', 'a\t@1', 'a\n-1', 'a;"=1"', 'a, b'];
    for (const title of titles) await newContent(tenant, { title });
    const rows = rowsOf(await run(tenant, { kind: 'content', format: 'csv' }));
    const guarded = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t'=1", 'a=b', "a;'=1", "a,'=1", "a\t'@1", "a\n'-1"];
    expect(rows.map(({ title }) => title).sort()).toEqual([...guarded, 'a;\'"=1"', 'a, b'].sort());
  });

  it('of metrics has the latest numbers of each post', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const entry = await publishContent(tenant, 'twitter', { title: 'Live' });
    await processAllChanges(harness);
    const rows = rowsOf(await run(tenant, { kind: 'metrics', format: 'csv' }));
    expect(rows).toMatchObject([{ id: entry.id, content_id: entry.content_id, platform: 'twitter' }]);
    const item = harness.table.items().find(({ entity }) => entity === 'PostMetrics')!;
    const totals = Object.fromEntries(METRIC_NAMES.map((name, index) => [name, index]));
    harness.table.insert({ ...item, totals });
    const [measured] = rowsOf(await run(tenant, { kind: 'metrics', format: 'csv' }));
    expect(METRIC_NAMES.map((name) => measured![name])).toEqual(METRIC_NAMES.map((_, index) => String(index)));
  });

  it('of the audit log has its entries, also that of the export, which names who took the data', async () => {
    const tenant = await newTenant();
    const { id } = await newExport(tenant, { kind: 'content' });
    await followStream(harness);
    const [entry] = (await auditLog(tenant)).filter(({ resource }) => resource.type === 'export');
    expect(entry).toMatchObject({ action: 'created', resource: { id }, actor: { user_id: tenant.owner.id } });
    const rows = rowsOf(await run(tenant, { kind: 'audit', format: 'csv' }));
    expect(rows).toContainEqual(
      expect.objectContaining({ resource_id: id, action: 'created', operation: 'exports.create' }),
    );
  });

  it('has the period that it names', async () => {
    const tenant = await newTenant();
    await newContent(tenant, { title: 'Before' });
    advanceTime(MINUTE);
    const from = inSeconds(0);
    await newContent(tenant, { title: 'Within' });
    advanceTime(MINUTE);
    const to = inSeconds(0);
    await newContent(tenant, { title: 'After' });
    const rows = rowsOf(await run(tenant, { kind: 'content', format: 'csv', from, to }));
    expect(rows.map(({ title }) => title)).toEqual(['Within']);
    const { status, json } = await callApi('exports.create', {
      token: tenant.token,
      body: { kind: 'content', format: 'csv', from: to, to: from },
    });
    expect([status, (json.errors as Json[])[0]!.pointer]).toEqual([422, '/to']);
  });

  it('of several parts has each row once, also when each step runs twice', async () => {
    const tenant = await newTenant();
    const count = await manyItems(tenant);
    const { id } = await newExport(tenant, { kind: 'content', format: 'jsonl' });
    for (let step = 0; (await get(tenant, id)).status === 'running'; step++) {
      expect(step).toBeLessThan(20);
      await processStreamRecords(await processChanges(harness));
    }
    expect(bucket.objects.size).toBe(1);
    const ids = fileOf()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    expect(await get(tenant, id)).toMatchObject({ status: 'completed', row_count: count });
  });

  it('whose last write is lost after its file is complete is completed by a later run', async () => {
    const tenant = await newTenant();
    await manyItems(tenant);
    const { id } = await newExport(tenant, { kind: 'content', format: 'jsonl' });
    harness.table.fault = (command, input) =>
      command === 'TransactWriteCommand' && JSON.stringify(input).includes('"status":"completed"')
        ? sdkError('InternalServerError')
        : null;
    for (let step = 0; bucket.objects.size === 0; step++) {
      expect(step).toBeLessThan(20);
      await processChanges(harness).catch(() => {});
    }
    expect((await get(tenant, id)).status).toBe('running');
    harness.table.fault = null;
    advanceTime(2 * HOUR);
    await onSweepDue();
    await processAllChanges(harness);
    expect((await get({ token: await newToken(tenant) }, id)).status).toBe('completed');
    expect(bucket.objects.size).toBe(1);
  });

  it('continues after S3 was not available, by the sweep', async () => {
    const tenant = await newTenant();
    await newContent(tenant, { title: 'One' });
    const { id } = await newExport(tenant);
    bucket.fail('PUT', 'exports/');
    await processAllChanges(harness).catch(() => {});
    expect(await get(tenant, id)).toMatchObject({ status: 'running', download_url: null });
    bucket.fail('NONE', '');
    advanceTime(2 * HOUR);
    await onSweepDue();
    await processAllChanges(harness);
    expect((await get({ token: await newToken(tenant) }, id)).status).toBe('completed');
  });

  it('that does not end in a day has failed, and makes room for another', async () => {
    const tenant = await newTenant();
    await newExport(tenant);
    const { id } = await newExport(tenant);
    advanceTime(25 * HOUR);
    await processAllChanges(harness);
    expect((await get({ token: await newToken(tenant) }, id)).status).toBe('failed');
    expect(bucket.objects.size).toBe(0);
    await newExport({ token: await newToken(tenant) });
  });

  it('has a URL of its file while the caller may read what it has', async () => {
    const tenant = await newTenant();
    const { id } = await newExport(tenant, { kind: 'audit' });
    await processAllChanges(harness);
    expect((await get(tenant, id)).download_url).toContain(`/exports/${tenant.workspace.id}/${id}/audit.csv?`);
    const token = await newToken(tenant, ['content:read']);
    expect((await get({ token }, id)).code).toBe('insufficient_scope');
  });
});

describe('POST /exports', () => {
  it('requires the permission to read what the export has', async () => {
    const tenant = await newTenant();
    const { token } = await newMember(tenant, 'viewer');
    for (const [kind, status] of [
      ['content', 202],
      ['metrics', 403],
      ['audit', 403],
    ] as const) {
      expect((await callApi('exports.create', { token, body: { kind, format: 'csv' } })).status).toBe(status);
    }
  });

  it('runs two exports of a workspace at a time, also of requests at the same time', async () => {
    const tenant = await newTenant();
    const create = () => callApi('exports.create', { token: tenant.token, body: { kind: 'content', format: 'csv' } });
    const answers = await Promise.all(Array.from({ length: 5 }, create));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
    expect(answers.filter(({ json }) => json.code === 'export_limit')).toHaveLength(3);
    await processAllChanges(harness);
    expect((await create()).status).toBe(202);
    expect(storedRecords(harness, 'Export')).toHaveLength(3);
  });
});
