import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { type Item, toItem } from '../../lib/core/table/schema.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { newLabelWrites } from '../../lib/labels/store/labels.ts';
import { contentLabelEntity, searchTermEntity } from '../../lib/search/entities/search-index.ts';
import { searchedFields } from '../../lib/search/rules/search-document.ts';
import { positionOf } from '../../lib/search/store/search-index.ts';
import { stage } from '../../lib/stack/stages.ts';
import { openEmbeddedTable } from '../../test/core/table/embedded-table.ts';
import { callApi, type Json } from '../../test/functions/api-harness.ts';
import { newId, newTenant, type Tenant } from '../../test/functions/tenants.ts';
import { meterReads, type ReadMeter } from './read-meter.ts';

/** What a page of a search reads, in the table's own units: in a tenant of 1,000 items, and in one of 100,000. */

const SIZES = [1_000, 100_000];
const LIMIT = 10;
/** Of older items only the entries of the index are stored: ten pages of 200 items read none of them. */
const STORED_ITEMS = 5_000;
const NOW_MS = Date.now();

interface SearchScenario {
  workspaceId: string;
  labelId: string;
  size: number;
  tenant?: Tenant;
}

const scenarios = SIZES.map(
  (size): SearchScenario => ({ workspaceId: newId('workspace'), labelId: newId('label'), size }),
);

let stop: () => Promise<void>;
let read: ReadMeter;

beforeAll(async () => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
  ({ stop } = await openEmbeddedTable(scenarios.flatMap(itemsOf)));
  for (const scenario of scenarios) scenario.tenant = await newTenant('enterprise', {}, scenario.workspaceId);
  read = meterReads();
}, 120_000);

afterAll(async () => {
  vi.useRealTimers();
  await stop?.();
});

/** Items as the stream worker has indexed them: all have one word and one label, and one of 5 has another. */
function* itemsIn({ workspaceId: workspace_id, labelId, size }: SearchScenario): Generator<Item> {
  const label = { id: labelId, workspace_id, kind: 'label', name: 'News', created_by: newId('user') } as const;
  const created = newLabelWrites([{ ...label, created_at: new Date(NOW_MS).toISOString(), version: 0 }]);
  for (const write of created) if ('put' in write) yield write.put;
  for (let number = 0; number < size; number++) {
    const timeMs = NOW_MS - size + number;
    const entropy = createHash('sha256').update(`${workspace_id}/${number}`).digest();
    const owner = { id: makeId('content', timeMs, entropy), workspaceId: workspace_id, userId: label.created_by };
    const title = number % 5 === 0 ? 'usual rare' : 'usual';
    const content = newContent({ title, platforms: ['twitter'], labels: [labelId] }, owner, timeMs);
    const writes = number < size - STORED_ITEMS ? [] : contentWrites(null, { content, entries: [] });
    for (const write of writes) if ('put' in write) yield write.put;
    const keys = { workspace_id, content_id: content.id, position: positionOf(content.id), label_id: labelId };
    for (const term of searchedFields(content).terms) yield toItem(searchTermEntity, {}, { ...keys, term });
    yield toItem(contentLabelEntity, {}, keys);
  }
}

function itemsOf(scenario: SearchScenario): Item[] {
  return [...itemsIn(scenario)];
}

async function pageOf({ tenant }: SearchScenario, query: Record<string, string>) {
  read.units = 0;
  const answer = await callApi('content.list', { token: tenant!.token, query });
  expect(answer.status, answer.text).toBe(200);
  const { next_cursor } = answer.json.pagination as { next_cursor: string };
  return { found: (answer.json.data as Json[]).length, cursor: next_cursor, units: read.units };
}

/** What the first page costs, and the most expensive of the first ten: a last page costs less. */
async function measure(scenario: SearchScenario, query: Record<string, string>) {
  const filter = { ...query, limit: String(LIMIT) };
  await pageOf(scenario, filter);
  const pages = [await pageOf(scenario, filter)];
  for (let cursor = pages[0]!.cursor; pages.length < 10 && cursor; cursor = pages.at(-1)!.cursor)
    pages.push(await pageOf(scenario, { ...filter, cursor }));
  return { first: pages[0]!.units, most: Math.max(...pages.map((page) => page.units)), found: pages[0]!.found };
}

const SEARCHES: [Record<string, string>, most: number][] = [
  [{ search: 'usual' }, 20],
  [{ search: 'usu' }, 20],
  [{ search: 'usual rare' }, 20],
  [{ search: 'news' }, 20],
  [{ search: 'usual', status: 'published' }, 110],
  [{ label: 'news' }, 30],
  [{ label: 'news', status: 'draft' }, 20],
];

describe('a page of a search costs the same in a tenant of 1,000 items and in one of 100,000', () => {
  it.each(SEARCHES)('%j reads at most %d units', async (query, most) => {
    const [small, large] = [await measure(scenarios[0]!, query), await measure(scenarios[1]!, query)];
    console.info(JSON.stringify({ query, small, large }));
    expect(large.found).toBe(small.found);
    expect(large.most).toBeLessThanOrEqual(most);
    expect(large.first).toBeLessThanOrEqual(small.first);
    expect(large.most).toBeLessThanOrEqual(small.most);
  });
});
