import { describe, expect, it } from 'vitest';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import type { Label } from '../../lib/labels/rules/label.ts';
import { indexWorkspace } from '../../tools/cli/index-search.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { newContent, newLabel } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  killAt,
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();

type Query = Record<string, string>;

const request = (tenant: Tenant, query: Query, token = tenant.token) => callApi('content.list', { token, query });

/** The titles of the items that a list has, page by page. */
async function found(tenant: Tenant, query: Query | string, limit = 20): Promise<string[]> {
  const filters: Query = typeof query === 'string' ? { search: query } : query;
  const titles: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await request(tenant, { ...filters, limit: String(limit), ...(cursor ? { cursor } : {}) });
    expect(answer.status, answer.text).toBe(200);
    titles.push(...(answer.json.data as { title: string }[]).map(({ title }) => title));
    cursor = (answer.json.pagination as { next_cursor: string | null }).next_cursor;
  }
  return titles;
}

async function indexed(tenant: Tenant, ...items: Json[]): Promise<string[]> {
  const ids: string[] = [];
  for (const item of items) {
    ids.push((await newContent(tenant, item)).id);
    // The id of the next one is newer.
    advanceTime(1);
  }
  await processAllChanges(harness);
  return ids;
}

const update = (tenant: Tenant, id: string, body: Json) =>
  callApi('content.update', { token: tenant.token, params: { id }, body });
const indexItems = () =>
  harness.table
    .items()
    .filter(({ entity }) => ['SearchTerm', 'ContentLabel', 'SearchDocument'].includes(String(entity)));
const indexOf = () => indexItems().map(({ sk }) => String(sk));

describe('GET /content?search=', () => {
  it('finds words of the title, the texts of all platforms, the thread, the comment, labels and the campaign', async () => {
    const tenant = await newTenant();
    await indexed(tenant, {
      title: 'One title',
      platforms: ['twitter'],
      description: 'Two description',
      thread: [{ text: 'Three parts' }],
      first_comment: 'Four comments',
      platform_options: { twitter: { text: 'Five words', thread: [{ text: 'Six posts' }] } },
      labels: ['Seven labels'],
      campaign: 'Eight campaigns',
    });
    for (const word of ['one', 'TWO', 'thr', 'Four', 'five', 'six', 'seven lab', 'eig', 'one two eight']) {
      expect(await found(tenant, word), word).toEqual(['One title']);
    }
    for (const word of ['itle', 'nine', 'one nine']) expect(await found(tenant, word), word).toEqual([]);
  });

  it('finds words regardless of case, diacritics and script, and not within a word', async () => {
    const tenant = await newTenant();
    await indexed(tenant, { title: 'Zürich #Sommer' }, { title: 'Привет мир' }, { title: '日本語の投稿' });
    expect(await found(tenant, 'zurich sömm')).toEqual(['Zürich #Sommer']);
    expect(await found(tenant, 'прив')).toEqual(['Привет мир']);
    expect(await found(tenant, '日本')).toEqual(['日本語の投稿']);
    expect(await found(tenant, 'ивет')).toEqual([]);
  });

  it('returns items with the word first, newest first, then those with longer words, and each once', async () => {
    const tenant = await newTenant();
    await indexed(
      tenant,
      { title: 'a sun' },
      { title: 'b sunny' },
      { title: 'c sun sunny sunset' },
      { title: 'd sunday' },
    );
    // The item with several of these words is found by the first of the longest.
    const expected = ['a sun', 'd sunday', 'c sun sunny sunset', 'b sunny'];
    expect(await found(tenant, 'sun')).toEqual(expected);
    expect(await found(tenant, 'sun', 1)).toEqual(expected);
  });

  it('continues with items of labels after those of words, and repeats none', async () => {
    const tenant = await newTenant();
    await indexed(
      tenant,
      { title: 'a', labels: ['Launch one', 'Launch two'] },
      { title: 'b launch', labels: ['Launch one'] },
      { title: 'c', campaign: 'Launch' },
    );
    const all = await found(tenant, 'launch');
    expect(all[0]).toBe('b launch');
    expect([...all].sort()).toEqual(['a', 'b launch', 'c']);
    expect(await found(tenant, 'launch', 1)).toEqual(all);
  });

  it('continues with the items of other labels after one has got another name between two pages', async () => {
    const tenant = await newTenant();
    await indexed(
      tenant,
      ...['a0', 'a1', 'a2'].map((title) => ({ title, labels: ['Spring one'] })),
      ...['b0', 'b1', 'b2'].map((title) => ({ title, labels: ['Spring two'] })),
    );
    const query = { search: 'spring', limit: '2' };
    const { json } = await request(tenant, query);
    const { next_cursor } = json.pagination as { next_cursor: string };
    const { labels } = (await callApi('labels.list', { token: tenant.token })).json as { labels: Label[] };
    // The label whose items the first page has: that with the lower id.
    const [first, second] = labels.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    await callApi('labels.update', { token: tenant.token, params: { id: first!.id }, body: { name: 'Autumn' } });
    const rest = await request(tenant, { ...query, limit: '10', cursor: next_cursor });
    const titles = (rest.json.data as { title: string }[]).map(({ title }) => title);
    expect(titles.sort()).toEqual(['0', '1', '2'].map((n) => `${second!.name === 'Spring two' ? 'b' : 'a'}${n}`));
  });

  it('can be combined with every other filter', async () => {
    const tenant = await newTenant();
    await indexed(
      tenant,
      { title: 'sun one', labels: ['News'], platforms: ['twitter'] },
      { title: 'sun two', labels: ['News'], campaign: 'Spring', platforms: ['linkedin'] },
      { title: 'sun three', platforms: ['linkedin'] },
    );
    expect(await found(tenant, { search: 'sun', label: 'news' })).toEqual(['sun two', 'sun one']);
    expect(await found(tenant, { search: 'sun', platform: 'linkedin' })).toEqual(['sun three', 'sun two']);
    expect(await found(tenant, { search: 'sun', label: 'NEWS', campaign: 'spring' })).toEqual(['sun two']);
    expect(await found(tenant, { search: 'sun', status: 'published' })).toEqual([]);
    expect(await found(tenant, { label: 'news' })).toEqual(['sun two', 'sun one']);
    expect(await found(tenant, { label: 'news', platform: 'twitter' })).toEqual(['sun one']);
    expect(await found(tenant, { campaign: 'unknown' })).toEqual([]);
  });

  it('reads at most 200 items for a page, which continues where it ends', async () => {
    const tenant = await newTenant();
    await indexed(tenant, ...Array.from({ length: 210 }, (_, index) => ({ title: `sun ${index}` })), { title: 'rain' });
    await indexed(tenant, { title: 'moon', description: 'sunset' });
    const { json } = await request(tenant, { search: 'sun', status: 'draft', campaign: 'none' });
    expect(json.data).toEqual([]);
    const first = await request(tenant, { search: 'su', from: new Date(Date.now() + 1000).toISOString() });
    expect(first.json.data).toEqual([]);
    expect(first.json.pagination).toMatchObject({ has_more: true, total_is_capped: true });
    expect(await found(tenant, 'su moo')).toEqual(['moon']);
    expect(await found(tenant, 'sun', 100)).toHaveLength(211);
  });

  it('follows edits, renames of labels and deletions', async () => {
    const tenant = await newTenant();
    const [id] = await indexed(tenant, { title: 'old', labels: ['First'] });
    await update(tenant, id!, { title: 'new' });
    const { id: label } = await newLabel(tenant, 'First');
    await callApi('labels.update', { token: tenant.token, params: { id: label }, body: { name: 'Second' } });
    await processAllChanges(harness);
    expect([await found(tenant, 'old'), await found(tenant, 'first')]).toEqual([[], []]);
    expect([await found(tenant, 'new'), await found(tenant, 'new second')]).toEqual([['new'], ['new']]);
    await callApi('content.delete', { token: tenant.token, params: { id: id! } });
    await processAllChanges(harness);
    expect(await found(tenant, 'new')).toEqual([]);
    expect(indexOf().filter((key) => key.includes(id!))).toEqual([]);
  });

  it.each([
    [{ search: '?!' }, 'search'],
    [{ search: 'one two three four five six' }, 'search'],
    [{ search: 'sun', page: '2' }, 'page'],
    [{ search: '' }, 'search'],
  ])('rejects %j and names the parameter', async (query, name) => {
    const answer = await request(await newTenant(), query as unknown as Query);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json.errors).toMatchObject([{ pointer: name }]);
  });

  it('finds nothing of another workspace, and nothing for a token that may not read items', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await indexed(tenant, { title: 'secret', labels: ['Hidden'] });
    expect(await found(other, 'secret')).toEqual([]);
    expect(await found(other, { label: 'hidden' })).toEqual([]);
    const token = await newToken(tenant, ['content:write', 'schedule:read', 'analytics:read']);
    expect((await request(tenant, { search: 'secret' }, token)).status).toBe(403);
    for (const operation of [
      'schedule.list',
      'analytics.performance',
      'analytics.rank-content',
      'analytics.trends',
    ] as const) {
      expect((await callApi(operation, { token, query: { label: 'hidden' } })).status, operation).toBe(403);
    }
  });
});

describe('the index of words', () => {
  it('does not take back an edit when an old record is delivered again', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'old', labels: ['First'] });
    const outdated = await processChanges(harness);
    await update(tenant, id, { title: 'new', labels: [] });
    await processAllChanges(harness);
    const before = indexItems();
    expect(await processStreamRecords(outdated)).toEqual([]);
    expect(indexItems()).toEqual(before);
    expect(indexOf().filter((key) => /^(old|lbl)/.test(key))).toEqual([]);
  });

  it('is complete after the next delivery, and has no outdated entry, when the worker is killed at any command', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'one two', labels: ['First'] });
    await processAllChanges(harness);
    let reached = true;
    for (let n = 1; reached; n++) {
      await update(tenant, id, { title: `word${n} two`, labels: [`Label ${n}`] });
      const changes = harness.changes();
      const kill = killAt(harness.table, n);
      await processStreamRecords(changes);
      harness.table.fault = null;
      reached = kill.reached();
      // Another edit comes before the next delivery, which waits for the lease of the killed worker.
      await update(tenant, id, { title: `word${n} three` });
      advanceTime(LEASE_SECONDS.indexing * 1000);
      expect(await processStreamRecords([...changes, ...harness.changes()])).toEqual([]);
      const terms = indexItems().filter(({ entity }) => entity === 'SearchTerm');
      expect(terms.map(({ sk }) => String(sk).split('#')[0])).toEqual(['three', `word${n}`].sort());
      expect(indexItems().filter(({ entity }) => entity === 'ContentLabel')).toHaveLength(1);
      expect(await found(tenant, { search: `word${n}`, label: `Label ${n}` })).toEqual([`word${n} three`]);
    }
  });

  it('has the first 200 words of an item', async () => {
    const tenant = await newTenant();
    const words = Array.from({ length: 300 }, (_, index) => `word${index + 100}`);
    await indexed(tenant, { title: 'long', platforms: ['linkedin'], description: words.join(' ') });
    expect(indexItems().filter(({ entity }) => entity === 'SearchTerm')).toHaveLength(200);
    expect([await found(tenant, 'word298'), await found(tenant, 'word299')]).toEqual([['long'], []]);
  });

  it('has one item per word that begins no other word of the item, one per label, and one document', async () => {
    const tenant = await newTenant();
    await indexed(tenant, { title: 'Plan a plane', description: 'planning and plans', labels: ['One'] });
    const terms = indexItems().filter(({ entity }) => entity === 'SearchTerm');
    expect(terms.map(({ sk }) => String(sk).split('#')[0])).toEqual(['and', 'plane', 'planning', 'plans']);
    expect(indexItems()).toHaveLength(6);
    for (const word of ['a', 'plan', 'plane', 'planni'])
      expect(await found(tenant, word), word).toEqual(['Plan a plane']);
  });

  it('leads through the rarer of two words that more than a hundred items have', async () => {
    const tenant = await newTenant();
    const titles = Array.from({ length: 330 }, (_, index) => (index % 3 === 0 ? `usual rare ${index}` : 'usual'));
    await indexed(tenant, ...titles.map((title) => ({ title })));
    const { json } = await request(tenant, { search: 'usual rare', limit: '100' });
    expect(json.data).toHaveLength(100);
  });

  it('is built by the operator for items from before it, also after a failed run, and is then complete', async () => {
    const tenant = await newTenant();
    const ids = await indexed(tenant, { title: 'one sun', labels: ['First'] }, { title: 'two sun' }, { title: 'sun' });
    const complete = indexItems();
    for (const { pk, sk } of complete) harness.table.remove({ pk: String(pk), sk: String(sk) });
    expect(await found(tenant, 'sun')).toEqual([]);
    const kill = killAt(harness.table, 9);
    await indexWorkspace(tenant.workspace.id).catch(() => undefined);
    harness.table.fault = null;
    expect(kill.reached()).toBe(true);
    advanceTime(LEASE_SECONDS.indexing * 1000);
    expect(await indexWorkspace(tenant.workspace.id)).toBe(ids.length);
    const keys = (items: Json[]) => items.map(({ pk, sk }) => `${pk} ${sk}`).sort();
    expect(keys(indexItems())).toEqual(keys(complete));
    const before = indexItems();
    await indexWorkspace(tenant.workspace.id);
    expect(indexItems()).toEqual(before);
    expect(await found(tenant, 'sun')).toHaveLength(3);
  });

  it('is not written by changes of an item that change no word', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'one' });
    await processAllChanges(harness);
    const before = indexItems();
    await update(tenant, id, { status: 'cancelled', metadata: { ticket: '1' } });
    await processAllChanges(harness);
    expect(indexItems()).toEqual(before);
  });
});
