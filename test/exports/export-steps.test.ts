import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { newExport as exportOf, recordExportStep } from '../../lib/exports/rules/export.ts';
import type { LoadExportPage } from '../../lib/exports/store/export-pages.ts';
import { writeNextPart } from '../../lib/exports/workers/write-part.ts';
import type { Json } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newExport } from '../functions/resources.ts';
import { connect, publishContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, processChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

simulatePlatforms();

// More than one step reads.
const ROWS = 26_000;
const isWithin = (index: number) => index % 2_000 === 1_000;

/** Store metrics of posts, a few of which were published in 2030. */
async function manyMetrics(tenant: Tenant): Promise<void> {
  await connect(tenant, 'twitter');
  await publishContent(tenant, 'twitter', { title: 'Live' });
  await processAllChanges(harness);
  const item = harness.table.items().find(({ entity }) => entity === 'PostMetrics')!;
  for (let index = 0; index < ROWS; index++) {
    const id = `${String(item.id).slice(0, -6)}${String(index).padStart(6, '0')}`;
    const keys = Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, value === item.id ? id : value]),
    );
    harness.table.insert({
      ...item,
      ...keys,
      ...(isWithin(index) ? { published_at: '2030-01-01T09:00:00.000Z' } : {}),
    });
  }
  harness.changes();
}

const exported = () => storedRecords<Json & { status: string }>(harness, 'Export')[0]!;
const fileOf = () => Buffer.from([...bucket.objects.values()].at(-1)!).toString();

/** Run the steps of an export, and return how many there are. */
async function runSteps(): Promise<number> {
  let steps = 0;
  for (; exported().status === 'running'; steps++) await processChanges(harness);
  return steps;
}

describe('a step of an export', () => {
  it.each([
    ['csv', '2030', ROWS / 2_000],
    ['jsonl', '2030', ROWS / 2_000],
    ['jsonl', '2035', 0],
  ])('as %s reads a limited part of the rows, and keeps the few of the period of %s', async (format, year, count) => {
    const tenant = await newTenant();
    await manyMetrics(tenant);
    await newExport(tenant, {
      kind: 'metrics',
      format,
      from: `${year}-01-01T00:00:00Z`,
      to: `${year}-02-01T00:00:00Z`,
    });
    expect(await runSteps()).toBe(2);
    const lines = fileOf().split('\n').filter(Boolean);
    const rows: Json[] = format === 'csv' ? parse(fileOf(), { columns: true }) : lines.map((line) => JSON.parse(line));
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([count, count]);
    expect(exported()).toMatchObject({ status: 'completed', row_count: count, size_bytes: fileOf().length });
    expect(bucket.objects.size).toBe(1);
  });

  it('that has too few rows for a part leaves them to the next one, also when each step runs twice', async () => {
    const pages = 400;
    const loadNext: LoadExportPage = async (_, after) => {
      const page = Number(after ?? 0) + 1;
      // Every third page has no row of the period.
      const rows = page % 3 === 0 ? [] : [{ json: { page, text: 'x'.repeat(90_000) }, columns: {} }];
      return { rows, next: page === pages ? null : String(page) };
    };
    const owner = { id: 'exp_1', workspace_id: 'ws_1', created_by: 'usr_1' };
    let each = exportOf({ kind: 'metrics', format: 'jsonl', from: null, to: null }, owner, 0);
    for (let step = 0; each.status === 'running'; step++) {
      expect(step).toBeLessThan(20);
      await writeNextPart(each, loadNext, 0);
      each = recordExportStep(each, await writeNextPart(each, loadNext, 0), 0);
    }
    const lines = fileOf().trimEnd().split('\n');
    const wanted = Array.from({ length: pages }, (_, index) => index + 1).filter((page) => page % 3 !== 0);
    expect(lines.map((line) => JSON.parse(line).page)).toEqual(wanted);
    expect(each).toMatchObject({ row_count: wanted.length, size_bytes: fileOf().length, rest: null });
  });

  it('leaves no object of an export that is erased', async () => {
    const tenant = await newTenant();
    const { id } = await newExport(tenant);
    const prefix = `exports/${tenant.workspace.id}/`;
    for (const key of [`${id}/rest-0a1b2c`, `${id}/content.csv`, 'exp_2/content.csv'])
      bucket.objects.set(`${prefix}${key}`, Buffer.from('a'));
    harness.changes();
    harness.table.remove(harness.table.items().find(({ entity }) => entity === 'Export')!);
    await processChanges(harness);
    expect([...bucket.objects.keys()]).toEqual([`${prefix}exp_2/content.csv`]);
  });
});
