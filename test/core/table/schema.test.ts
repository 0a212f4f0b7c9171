import { globSync } from 'node:fs';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDuePostMetricsKeys, loadPostMetrics } from '../../../lib/analytics/store/post-metrics.ts';
import { ENTITIES } from '../../../lib/app/table/entity-table.ts';
import { listContent } from '../../../lib/content/store/contents.ts';
import { listDueEntries } from '../../../lib/content/store/schedule-entries.ts';
import { table, tableName } from '../../../lib/core/table/client.ts';
import { MAX_READ_SCHEMA_VERSION, WRITE_SCHEMA_VERSION } from '../../../lib/core/table/schema-version.ts';
import { stage } from '../../../lib/stack/stages.ts';
import { listDueDeliveries } from '../../../lib/webhooks/store/deliveries.ts';
import { contentId, ITEMS, NOW_MS, one, openStoredItems, PAGE, type StoredReads, workspaceId } from './stored-items.ts';

const TESTS = '../..';
const FILES = globSync('*/stored-reads.ts', { cwd: join(import.meta.dirname, TESTS) }).sort();
const MODULES = await Promise.all(
  FILES.map(async (file) => (await import(join(TESTS, file))) as { storedReads: StoredReads }),
);
const ROWS = MODULES.flatMap(({ storedReads }) => Object.entries(storedReads));
/** The stored items of the entities that `schema-1.jsonl` does not have. */
const NEWER = ROWS.flatMap(([, row]) => ('stored' in row ? [row.stored] : []));

let stop: () => Promise<void>;

beforeAll(async () => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
  stop = await openStoredItems();
  for (const Item of NEWER) await table.send(new PutCommand({ TableName: tableName(), Item }));
});

afterAll(() => stop());

describe('stored items', () => {
  it('have a form that readers accept', () => {
    expect(WRITE_SCHEMA_VERSION).toBeLessThanOrEqual(MAX_READ_SCHEMA_VERSION);
  });

  it('exist for every entity, each with its name and its schema', () => {
    const [released, newer] = [ITEMS, NEWER].map((items) => new Set(items.map(({ entity }) => String(entity))));
    expect([...released!, ...newer!].sort()).toEqual(Object.keys(ENTITIES).sort());
    expect(ITEMS.every((item) => item.schema === 1)).toBe(true);
    expect(NEWER.filter(({ schema }) => !(Number(schema) <= WRITE_SCHEMA_VERSION))).toEqual([]);
    expect(ROWS.flatMap(([entity, row]) => ('stored' in row && row.stored.entity !== entity ? [entity] : []))).toEqual(
      [],
    );
  });

  it('have a read each, in the tests of one feature', () => {
    expect(ROWS.map(([entity]) => entity).sort()).toEqual(Object.keys(ENTITIES).sort());
  });

  it.each(ROWS)('%s is read by the product', async (_, row) => {
    const [found, expected] = await ('stored' in row ? row.read(row.stored) : row());
    expect(found).toEqual(expected);
  });

  it.each([{ status: 'scheduled' }, { platform: 'twitter' }, { status: 'scheduled', platform: 'linkedin' }] as const)(
    'are found in the list of %j',
    async (filter) => {
      const { records } = await listContent(workspaceId, filter, PAGE);
      expect(records.map(({ id }) => id)).toEqual([contentId]);
    },
  );

  it('are found when they are due', async () => {
    const before = new Date(NOW_MS + 2 * 86_400_000).toISOString();
    expect((await listDueEntries(before, 10)).map(({ id }) => id)).toEqual([one('ScheduleEntry').id]);
    expect((await listDueDeliveries(before, 10)).map(({ id }) => id)).toEqual([one('Delivery').id]);
    expect((await loadPostMetrics(await listDuePostMetricsKeys(before, 10))).records).toEqual([one('PostMetrics')]);
  });
});
