import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { change, checked } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newContent, newExport, newQueue, newTemplate } from '../functions/resources.ts';
import { connect, publishContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

simulatePlatforms();

const FORMATS = [['csv'], ['jsonl']] as const;
type Format = (typeof FORMATS)[number][0];

const day = (days: number) => inSeconds(days * 86_400).slice(0, 10);
const itemsOf = () => storedRecords<Json & { id: string }>(harness, 'Content');

/** Texts that a spreadsheet would run, also behind a separator or a line break, and texts that look guarded. */
const TEXTS = [
  ...['@acme thanks', '=1+1', '+1', '-1', "'=1", "''@acme", "'-", "'plain"],
  ...['a;=1', 'a,=1', 'a\t=1', 'a\n- b\n- c', `a;"=1"`, `a;'=1`, '\t=1', '\uff1d1', ' leading and trailing '],
];

const image = (alt: string) => ({ url: 'https://media.example.com/a.jpg', type: 'image', alt });

async function exported(tenant: Tenant, format: Format): Promise<string> {
  await newExport(tenant, { kind: 'content', format });
  await processAllChanges(harness);
  const [, file] = [...bucket.objects].findLast(([key]) => key.startsWith('exports/'))!;
  return Buffer.from(file).toString();
}

/** The items of a workspace, by their titles, without what a new item has of its own. */
async function plansOf({ token }: Tenant): Promise<Record<string, unknown>> {
  const plans = itemsOf().map(async ({ id }) => {
    const { json } = await callApi('content.get', { token, params: { id } });
    const { title, description, platforms, accounts, media, thread, first_comment, platform_options } = json;
    const { labels, campaign, metadata, scheduled_at, scheduled_local, queue, status } = json;
    const texts = { description, media, thread, first_comment, platform_options, platforms, accounts };
    return [title, { ...texts, labels, campaign, metadata, scheduled_at, scheduled_local, queue, status }];
  });
  return Object.fromEntries(await Promise.all(plans));
}

async function deleteAll({ token }: Tenant): Promise<void> {
  for (const { id } of itemsOf()) {
    expect((await callApi('content.delete', { token, params: { id } })).status).toBe(200);
  }
  await processAllChanges(harness);
}

/** Plan items with each kind of value: texts, a local time, slots of a queue, a draft, and one with everything else. */
async function planEverything(tenant: Tenant): Promise<void> {
  await connect(tenant, 'twitter');
  const other = await connect(tenant, 'twitter');
  const queue = await newQueue(tenant);
  for (const [index, description] of TEXTS.entries()) {
    await newContent(tenant, {
      title: `${description} ${index}`,
      description,
      scheduled_at: inSeconds(90_000 * (index + 1)),
    });
  }
  const scheduled_at = { local: `${day(3)}T09:30`, time_zone: 'Europe/Berlin' };
  await newContent(tenant, { title: 'Local', description: 'Local', scheduled_at });
  for (const title of ['Queued 1', 'Queued 2'])
    await newContent(tenant, { title, description: title, queue: queue.id });
  await newContent(tenant, { title: '@draft without a text', accounts: [other.id], platforms: ['twitter'] });
  await newContent(tenant, {
    ...{ title: 'Everything', description: 'First', first_comment: '=a comment', campaign: '@Summer' },
    ...{ labels: ['News, "daily"', '@y', '+z'], metadata: { origin: '-crm', '=key': 'a;=1' } },
    media: [image('@alt')],
    thread: Array.from({ length: 24 }, (_, index) => ({ text: `@part, "${index}"`, media: [image('b'.repeat(950))] })),
    platform_options: { twitter: { text: '-shorter' } },
    platforms: ['twitter'],
  });
  await processAllChanges(harness);
}

describe('an export that is imported', () => {
  it.each(FORMATS)('as %s after its items were deleted makes equal items', async (format) => {
    const tenant = await newTenant();
    await planEverything(tenant);
    const plans = await plansOf(tenant);
    const file = await exported(tenant, format);
    await deleteAll(tenant);
    const { id, source, rows } = await checked(harness, tenant, file, { format });
    expect([source, rows.filter(({ status }) => status !== 'valid')]).toEqual(['export', []]);
    await change(harness, tenant, 'imports.run', id);
    expect(await plansOf(tenant)).toEqual(plans);
  });

  it.each(FORMATS)('as %s while its items exist makes none', async (format) => {
    const tenant = await newTenant();
    await planEverything(tenant);
    const count = itemsOf().length;
    const { rows } = await checked(harness, tenant, await exported(tenant, format), { format, dry_run: false });
    expect(rows.map(({ status }) => status)).toEqual(Array(count).fill('duplicate'));
    expect(itemsOf()).toHaveLength(count);
  });

  it.each(FORMATS)('as %s has the times of published items in the past', async (format) => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await publishContent(tenant, 'twitter', { title: 'Live' });
    await processAllChanges(harness);
    advanceTime(120_000);
    const { rows } = await checked(harness, tenant, await exported(tenant, format), { format });
    expect(rows).toMatchObject([{ status: 'invalid', problems: [{ code: 'time_in_past' }] }]);
  });

  it('has the time of a slot that is taken, or whose queue is gone, outside of the queue', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const [queue, gone] = [await newQueue(tenant), await newQueue(tenant, { name: 'Gone' })];
    await newContent(tenant, { title: 'One', queue: queue.id });
    await newContent(tenant, { title: 'Two', queue: gone.id });
    const file = await exported(tenant, 'csv');
    await deleteAll(tenant);
    expect((await callApi('queues.delete', { token: tenant.token, params: { id: gone.id } })).status).toBe(200);
    await newContent(tenant, { title: 'Other', queue: queue.id });
    const { id, rows } = await checked(harness, tenant, file);
    const planned = { status: 'valid', queue_id: null, scheduled_at: expect.any(String) };
    expect(rows).toMatchObject([planned, planned]);
    await change(harness, tenant, 'imports.run', id);
    const { One, Two } = (await plansOf(tenant)) as Record<string, Json>;
    expect([One, Two]).toMatchObject(rows.map(({ scheduled_at }) => ({ queue: null, scheduled_at })));
  });

  it('has its slot again, also one more than 366 days ahead', async () => {
    const tenant = await newTenant();
    const { id: queue } = await newQueue(tenant, { slots: [{ weekday: 'monday', time: '09:00' }] });
    for (let n = 0; n < 54; n++) await newContent(tenant, { title: `Post ${n}`, platforms: ['x'], queue });
    const last = itemsOf().find(({ title }) => title === 'Post 53')!;
    expect(String(last.scheduled_at) > inSeconds(366 * 86_400)).toBe(true);
    const file = (await exported(tenant, 'jsonl')).split('\n').find((line) => line.includes(last.id))!;
    await deleteAll(tenant);
    const { id } = await checked(harness, tenant, file, { format: 'jsonl' });
    expect((await change(harness, tenant, 'imports.run', id)).rows).toMatchObject([{ status: 'created' }]);
    expect(itemsOf()).toMatchObject([{ scheduled_at: last.scheduled_at, queue: { id: queue } }]);
  });

  it('does not publish what a paused queue holds', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const queue = await newQueue(tenant);
    await newContent(tenant, { title: 'Held', queue: queue.id });
    const file = await exported(tenant, 'csv');
    await deleteAll(tenant);
    const body = { paused: true };
    await callApi('queues.update', { token: tenant.token, params: { id: queue.id }, body });
    expect((await checked(harness, tenant, file)).rows).toMatchObject([
      { status: 'invalid', problems: [{ code: 'queue_paused' }] },
    ]);
  });

  it('has a problem where only one of its two times was changed, and follows both', async () => {
    const tenant = await newTenant();
    const scheduled_at = { local: `${day(3)}T09:30`, time_zone: 'Europe/Berlin' };
    const { scheduled_at: before } = await newContent(tenant, { title: 'Local', scheduled_at });
    const file = await exported(tenant, 'csv');
    await deleteAll(tenant);
    const after = new Date(Date.parse(String(before)) + 3_600_000).toISOString();
    const moved = file.replace(String(before), after);
    expect((await checked(harness, tenant, moved)).rows).toMatchObject([
      { status: 'invalid', problems: [{ field: 'scheduled_local', column: 'scheduled_local', code: 'other_time' }] },
    ]);
    const both = await checked(harness, tenant, moved.replace('T09:30', 'T10:30'));
    expect(both.rows).toMatchObject([
      { status: 'valid', scheduled_at: after, scheduled_local: { time_zone: 'Europe/Berlin' } },
    ]);
  });

  it.each(FORMATS)(
    'as %s keeps what looks like a saved mention in a text, also once the mention exists',
    async (format) => {
      const tenant = await newTenant();
      await connect(tenant, 'twitter');
      await newTemplate(tenant, { name: 'Snippet', text: 'Say {{x}}' });
      const templates = { snippet: 'Snippet', variables: { x: '{{@Acme}}' } };
      await newContent(tenant, { title: 'Mention', platforms: ['twitter'], templates });
      const plans = await plansOf(tenant);
      expect(plans).toMatchObject({ Mention: { description: 'Say {{@Acme}}' } });
      const file = await exported(tenant, format);
      await deleteAll(tenant);
      const { id } = await checked(harness, tenant, file, { format });
      await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles: { x: '@acme' } });
      const { rows } = await change(harness, tenant, 'imports.run', id);
      expect(rows).toMatchObject([{ status: 'created' }]);
      expect(await plansOf(tenant)).toEqual(plans);
    },
  );
});
