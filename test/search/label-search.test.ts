import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** A search whose word begins the names of more labels than a page reads. */

const harness = setupWorkers();
const LABELS = Array.from({ length: 45 }, (_, index) => `Team ${String(index).padStart(2, '0')}`);

/** The titles of a search, and for each page how many labels it has read and how many items it has. */
async function pagesOf({ token }: Tenant, search: string, limit = 20) {
  const titles: string[] = [];
  const pages: { labels: number; items: number }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const read = new Set<string>();
    harness.table.fault = (_, input) => {
      const [, label] = /"([^"#]+)#~"/.exec(JSON.stringify(input)) ?? [];
      if (label) read.add(label);
      return null;
    };
    const query = { search, limit: String(limit), ...(cursor ? { cursor } : {}) };
    const json: Json = await succeed('content.list', { token, query });
    const found = (json.data as Json[]).map(({ title }) => String(title));
    titles.push(...found);
    pages.push({ labels: read.size, items: found.length });
    cursor = (json.pagination as { next_cursor: string | null }).next_cursor;
  }
  harness.table.fault = null;
  return { titles, pages };
}

async function givenLabels(): Promise<Tenant> {
  const tenant = await newTenant();
  for (const label of LABELS) await newContent(tenant, { title: `Post of ${label.slice(-2)}`, labels: [label] });
  await newContent(tenant, { title: 'Unique', labels: [LABELS[44]!, LABELS[3]!] });
  await processAllChanges(harness);
  return tenant;
}

describe('a search by a word of 45 labels', () => {
  it('finds the items of all labels, each once', async () => {
    const tenant = await givenLabels();
    const expected = [...LABELS.map((label) => `Post of ${label.slice(-2)}`), 'Unique'].sort();
    for (const limit of [7, 20, 100]) expect((await pagesOf(tenant, 'team', limit)).titles.sort()).toEqual(expected);
    expect((await pagesOf(tenant, 'team unique')).titles).toEqual(['Unique']);
    expect((await pagesOf(tenant, 'team 44')).titles.sort()).toEqual(['Post of 44', 'Unique']);
  });

  it('reads at most 20 labels for a page, which continues with the next ones', async () => {
    const tenant = await newTenant();
    for (const start of [0, 20, 40]) {
      const { id } = await newContent(tenant, { labels: LABELS.slice(start, start + 20) });
      await callApi('content.delete', { token: tenant.token, params: { id } });
    }
    // Its id is the last one.
    advanceTime(1);
    await newContent(tenant, { title: 'Last', labels: ['Team last'] });
    await processAllChanges(harness);
    const { titles, pages } = await pagesOf(tenant, 'team');
    expect(titles).toEqual(['Last']);
    expect(pages).toEqual([
      { labels: 20, items: 0 },
      { labels: 20, items: 0 },
      { labels: 6, items: 1 },
    ]);
  });
});
