import { event, type Run, recordOf, written } from './access-requests.ts';

/** So many items with a label that their metrics of a year are read with those of all items. */
const MANY_ITEMS = 15;

/** Create labels with an item and with an edit, and use them in every list and every figure. */
export async function useLabels(run: Run): Promise<void> {
  const body = { title: 'Labelled words', platforms: ['bluesky'], labels: ['One'], campaign: 'Launch' };
  const create = async (fields: object) =>
    String((await run('content/create', event('content/create', { body: { ...body, ...fields } }))).id);
  const update = (id: string, fields: object) => run('content/update', event('content/update', { id, body: fields }));
  const id = await create({});
  await update(id, { labels: ['Two'], campaign: 'Another' });
  await run('content/get', event('content/get', { id }));
  for (const name of ['submit', 'request-changes', 'submit', 'withdraw', 'submit', 'approve']) {
    await run(`content/${name}`, event(`content/${name}`, { id, body: {} }));
  }
  // With labels that exist, whose names link rules need.
  const parameters = { utm_campaign: '{campaign}' };
  const createRule = async (label: string) =>
    run('link-rules/create', event('link-rules/create', { body: { scope: 'label', label, parameters } }));
  const { id: other } = await createRule('Of a new rule');
  await run('link-rules/delete', event('link-rules/delete', { id: String(other) }));
  const { id: rule } = await createRule('Two');
  await run('link-rules/list', event('link-rules/list', {}));
  await run('link-rules/get', event('link-rules/get', { id: String(rule) }));
  for (const label of ['Two', 'Of a rule']) {
    const changed = { scope: 'label', label, parameters };
    await run('link-rules/update', event('link-rules/update', { id: String(rule), body: changed }));
  }
  await run('content/validate', event('content/validate', { body }));
  const scheduled = await create({ title: 'Labelled and scheduled' });
  await update(scheduled, { labels: ['Two'] });
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const entry = { content_id: scheduled, platforms: body.platforms, scheduled_at };
  await run('schedule/create', event('schedule/create', { body: entry }));
  await run('link-rules/delete', event('link-rules/delete', { id: String(rule) }));
  for (let count = 0; count < MANY_ITEMS; count++) await create({ title: `Labelled ${count}`, labels: ['Two'] });
  const scope = { label: 'lbl_01K00000000000000000000000' };
  await run('calendar-feeds/create', event('calendar-feeds/create', { body: { scope } }));
}

/** List and sum by labels, after the stream worker has stored the items under them; then change one, and delete it. */
export async function findByLabels(run: Run): Promise<void> {
  const queries: Record<string, string>[] = [
    { label: 'two' },
    { search: 'labelled' },
    { search: 'words two', campaign: 'another' },
  ];
  for (const query of queries) {
    await run('content/list', event('content/list', { query }));
  }
  const query = { label: 'two' };
  await run('schedule/list', event('schedule/list', { query }));
  const published = written('Content').filter(({ item }) => item?.status?.S === 'published');
  for (const id of new Set(published.map(({ item }) => item!.id!.S!))) {
    await run('content/update', event('content/update', { id, body: { labels: ['Two'] } }));
    await run('on-table-change', recordOf(written('Content').findLast(({ item }) => item?.id?.S === id)!.item!));
  }
  for (const name of ['performance', 'best-times', 'rank-content', 'trends'].map((each) => `analytics/${each}`)) {
    await run(name, event(name, { query }));
    const period: Record<string, string> = name === 'analytics/performance' ? { period: '366d' } : {};
    await run(name, event(name, { query: { ...query, ...period, group_by: 'label' } }));
  }
  const body = { title: 'Labelled and deleted', platforms: ['bluesky'], labels: ['Two'] };
  const id = String((await run('content/create', event('content/create', { body }))).id);
  const newest = () => written('Content').findLast(({ item }) => item?.id?.S === id)!.item!;
  await run('on-table-change', recordOf(newest()));
  await run('content/update', event('content/update', { id, body: { labels: ['One'] } }));
  await run('on-table-change', recordOf(newest()));
  const item = newest();
  await run('content/delete', event('content/delete', { id }));
  const change = { Keys: { pk: item.pk, sk: item.sk }, OldImage: item, SequenceNumber: '1' };
  await run('on-table-change', {
    Records: [{ eventID: 'labelled-removal', eventName: 'REMOVE', dynamodb: change }],
  });
}
