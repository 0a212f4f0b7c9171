import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { update } from '../functions/given/content.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { halt, resume } from '../functions/given/halt.ts';
import { madeDates, madeItems, putRecurrence, recurrenceDetail } from '../functions/given/recurrence.ts';
import { change, checked } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newExport, newMember, newQueue, newRecurrence, newTemplate } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { newLinkRule } from '../link-rules/new-link-rule.ts';

/** A recurrence each Monday at nine, and another feature. Monday, August 3, 2026, is the first day of the tests. */

const harness = setupWorkers();
const bucket = setupObjectStore();
simulatePlatforms();

const DAY = 86_400_000;
const MONDAYS = ['2026-08-10', '2026-08-17', '2026-08-24', '2026-08-31'];

/** A recurrence whose items of the next 30 days are made. */
async function withItems(tenant: Tenant, fields: Json = {}): Promise<string> {
  const { id } = await newRecurrence(tenant, fields);
  await processAllChanges(harness);
  return id;
}

async function changeSettings(tenant: Tenant, id: string, body: Json): Promise<Json> {
  const { status, json, text } = await putRecurrence(tenant, id, body);
  expect(status, text).toBe(200);
  await processAllChanges(harness);
  return json;
}

async function remove(tenant: Tenant, id: string): Promise<void> {
  await succeed('recurrences.delete', { token: await newToken(tenant), params: { id } });
  await processAllChanges(harness);
}

/** Let days pass, and make the items that are due then. */
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    advanceTime(DAY);
    await onSweepDue();
    await processAllChanges(harness);
  }
}

describe('an item of a recurrence that a person has queued', () => {
  const events: [string, (tenant: Tenant, id: string) => Promise<unknown>][] = [
    ['pause', (tenant, id) => changeSettings(tenant, id, { paused: true })],
    ['change', (tenant, id) => changeSettings(tenant, id, { description: 'New' })],
    ['deletion', remove],
  ];

  it.each(events)('keeps its slot, and its date is not made again: %s', async (_, event) => {
    const tenant = await newTenant();
    const id = await withItems(tenant, { description: 'Old' });
    const queue = await newQueue(tenant);
    const queued = madeItems()[1]!;
    const slot = (await update(tenant, queued.id, { queue: queue.id })).json.queue;
    expect(slot).toEqual({ id: queue.id, slot_at: '2026-08-04T09:00:00.000Z', held: false });
    await event(tenant, id);
    expect(madeDates().filter((date) => date === queued.recurrence!.date)).toHaveLength(1);
    expect(await contentOf(tenant, queued.id)).toMatchObject({ description: 'Old', queue: slot });
    expect(storedRecords<{ posts: Json[] }>(harness, 'Queue')[0]!.posts).toMatchObject([{ content_id: queued.id }]);
  });
});

describe('an item that a halt holds after its time', () => {
  async function heldAfterItsTime() {
    const tenant = await newTenant();
    const id = await withItems(tenant);
    const { id: haltId } = await halt(tenant);
    advanceTime(9 * DAY);
    return { tenant, id, haltId, held: madeItems()[0]!.id };
  }
  const pendingEntries = () => storedRecords(harness, 'ScheduleEntry').filter(({ state }) => state === 'pending');

  it('is removed with its recurrence', async () => {
    const { tenant, id, haltId, held } = await heldAfterItsTime();
    await remove(tenant, id);
    expect(madeItems().map((item) => item.id)).not.toContain(held);
    await resume(tenant, haltId);
    expect(pendingEntries()).toEqual([]);
  });

  it('is cancelled with the pause of its recurrence, and stays so at the end of the halt', async () => {
    const { tenant, id, haltId, held } = await heldAfterItsTime();
    await changeSettings(tenant, id, { paused: true });
    await passDays(1);
    await resume(tenant, haltId);
    expect((await contentOf(tenant, held)).targets).toMatchObject([{ status: 'cancelled' }]);
    expect(madeItems().find(({ id: made }) => made === held)!.last_cancellation).toMatchObject({
      reason: 'recurrence_paused',
    });
    expect(pendingEntries().filter(({ due_at }) => due_at !== null)).toEqual([]);
  });

  it('keeps its text when the recurrence gets another one, and is published at the end of the halt', async () => {
    const tenant = await newTenant();
    const id = await withItems(tenant, { description: 'Old' });
    const { id: haltId } = await halt(tenant);
    advanceTime(9 * DAY);
    const held = madeItems()[0]!.id;
    expect((await changeSettings(tenant, id, { description: 'New' })).last_change).toMatchObject({
      replaced: 3,
      kept: 0,
    });
    await resume(tenant, haltId);
    const { description, targets } = await contentOf(tenant, held);
    expect([description, targets]).toMatchObject(['Old', [{ status: 'pending', halt: null }]]);
  });
});

describe('an import and a recurrence with the same content', () => {
  const fileAt = (date: string) => `text,platforms,scheduled_at\nWeekly tip,twitter,${date}T12:00:00Z`;

  it('are duplicates, whichever is first, until the import is undone', async () => {
    const tenant = await newTenant();
    const { id } = await checked(harness, tenant, fileAt('2026-08-17'));
    await change(harness, tenant, 'imports.run', id);
    const recurrence = await withItems(tenant);
    expect(madeDates()).toEqual(['2026-08-10', '2026-08-24', '2026-08-31']);
    const { occurrences } = await recurrenceDetail(tenant, recurrence);
    expect(occurrences.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'duplicate_content', null, null]);
    const late = await checked(harness, tenant, fileAt('2026-08-24'));
    expect(late.rows[0]).toMatchObject({
      status: 'duplicate',
      problems: [{ code: 'duplicate_content', content_id: madeItems()[1]!.id }],
    });
    await change(harness, tenant, 'imports.undo', id);
    await changeSettings(tenant, recurrence, { labels: ['News'] });
    expect(madeDates()).toEqual(MONDAYS);
  });
});

describe('an export', () => {
  it('has each item of a recurrence once, with its date and its local time', async () => {
    const tenant = await newTenant();
    const id = await withItems(tenant, { time_zone: 'Europe/Berlin' });
    await newExport(tenant, { format: 'jsonl' });
    await processAllChanges(harness);
    const file = Buffer.from([...bucket.objects.values()].at(-1)!).toString();
    const rows: Json[] = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    rows.sort((one, other) => (String(one.scheduled_at) < String(other.scheduled_at) ? -1 : 1));
    expect(rows).toMatchObject(
      MONDAYS.map((date) => ({
        recurrence: { id, date },
        scheduled_local: { local: `${date}T09:00`, time_zone: 'Europe/Berlin' },
      })),
    );
  });
});

describe('link rules', () => {
  it('give an item the parameters of the time when it is made, which is no change by a person', async () => {
    const tenant = await newTenant();
    const rule = await newLinkRule(tenant, { parameters: { utm_campaign: '{date}' } });
    const id = await withItems(tenant, { description: 'See https://example.com/tip' });
    const textsOf = () =>
      Promise.all(
        madeItems().map(async (item) => {
          const [published] = (await contentOf(tenant, item.id)).published_texts as { texts: string[] }[];
          return published!.texts[0];
        }),
      );
    const first = MONDAYS.map((date) => `See https://example.com/tip?utm_campaign=${date}`);
    expect(await textsOf()).toEqual(first);
    const body = { scope: 'workspace', parameters: { utm_source: 'later' } };
    await callApi('link-rules.update', { token: await newToken(tenant), params: { id: rule.id }, body });
    await passDays(5);
    const later = 'See https://example.com/tip?utm_source=later';
    expect(await textsOf()).toEqual([...first, later]);
    expect((await changeSettings(tenant, id, { labels: ['News'] })).last_change).toMatchObject({
      replaced: 5,
      kept: 0,
    });
    expect(await textsOf()).toEqual(Array(5).fill(later));
  });
});

describe('a saved mention in the texts of a recurrence', () => {
  const textsOf = () =>
    madeItems().map(({ description, platform_options }) => [description, platform_options.twitter?.text]);

  it('is the handle that each platform has when an item is made, which is no change by a person', async () => {
    const tenant = await newTenant();
    const handles = { twitter: '@acme' };
    const { id: mention } = await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles });
    const post = { platforms: ['twitter', 'linkedin'], variations: ['Plain', 'Hi {{@acme}}'] };
    const id = await withItems(tenant, post);
    const made = [
      ['Hi Acme', 'Hi @acme'],
      ['Plain', undefined],
      ['Hi Acme', 'Hi @acme'],
      ['Plain', undefined],
    ];
    expect(textsOf()).toEqual(made);
    const params = { id: mention };
    await callApi('templates.update', { token: tenant.token, params, body: { handles: { twitter: '@acmecorp' } } });
    await passDays(5);
    expect(textsOf()).toEqual([...made, ['Hi Acme', 'Hi @acmecorp']]);
    expect((await changeSettings(tenant, id, { excluded_dates: ['2026-08-31'] })).last_change).toMatchObject({
      replaced: 1,
      kept: 0,
    });
    await callApi('templates.delete', { token: await newToken(tenant), params });
    await passDays(14);
    const { last_problem, variations } = await recurrenceDetail(tenant, id);
    expect([last_problem, variations]).toMatchObject([
      { date: '2026-09-21', code: 'mention_not_found' },
      post.variations,
    ]);
    expect((await changeSettings(tenant, id, { paused: true })).paused).toBe(true);
  });

  it('keeps its recurrences going when it is renamed, whatever is delivered again later', async () => {
    const tenant = await newTenant();
    const { id: mention } = await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles: { twitter: '@acme' } });
    const variations = ['Plain', 'Hi {{@acme}} and {{@Acme}}'];
    const id = await withItems(tenant, { variations, platform_options: { linkedin: { text: '{{@ACME}}' } } });
    const rename = async (name: string) => {
      const params = { id: mention };
      await succeed('templates.update', { token: await newToken(tenant), params, body: { name } });
      return harness.changes();
    };
    const records = [...(await rename('Acme Inc')), ...(await rename('Acme Corp'))];
    expect(await processStreamRecords(records)).toEqual([]);
    await passDays(5);
    expect(madeItems().at(-1)).toMatchObject({
      description: 'Hi Acme Corp and Acme Corp',
      platform_options: { twitter: { text: 'Hi @acme and @acme' }, linkedin: { text: 'Acme Corp' } },
    });
    await newTemplate(
      { ...tenant, token: await newToken(tenant) },
      { kind: 'mention', name: 'Acme', handles: { x: '@a' } },
    );
    await changeSettings(tenant, id, { variations });
    await processStreamRecords(records);
    expect((await recurrenceDetail(tenant, id)).variations).toEqual(variations);
  });

  it('that was deleted rejects a change that would replace items, and all of them stay', async () => {
    const tenant = await newTenant();
    const { id: mention } = await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles: { x: '@acme' } });
    const id = await withItems(tenant, { variations: ['Plain', 'Hi {{@Acme}}'] });
    const made = madeItems().map((item) => item.id);
    await callApi('templates.delete', { token: await newToken(tenant), params: { id: mention } });
    const { status, json } = await putRecurrence(tenant, id, { time: '10:00' });
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/variations/1', code: 'mention_not_found' }]]);
    await processAllChanges(harness);
    expect(madeItems().map((item) => item.id)).toEqual(made);
    expect(await recurrenceDetail(tenant, id)).toMatchObject({ time: '09:00', last_change: null });
  });

  it('is 422 at its text when the workspace does not have it', async () => {
    const tenant = await newTenant();
    const id = await withItems(tenant);
    const { status, json } = await putRecurrence(tenant, id, { variations: ['Plain', 'By {{@Acme}}'] });
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/variations/1', code: 'mention_not_found' }]]);
  });
});

describe('an agent', () => {
  it('changes no recurrence and none of its items, and drafts no text within 24 hours of one', async () => {
    const tenant = await newTenant();
    const id = await withItems(tenant);
    const agent = await newAgent(tenant);
    const first = madeItems()[0]!;
    const body = { title: 'Weekly tip', platforms: ['twitter'] };
    const recurring = { ...body, rule: 'FREQ=DAILY', time: '09:00' };
    const { token } = agent;
    const answers = [
      await callApi('recurrences.create', { token, body: recurring }),
      await callApi('recurrences.update', { token, params: { id }, body: { paused: true } }),
      await callApi('recurrences.delete', { token, params: { id } }),
      await callApi('content.update', { token, params: { id: first.id }, body: { description: 'Other' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await callApi('content.create', { token, body })).status).toBe(201);
    advanceTime(6.5 * DAY);
    const draft = await callApi('content.create', {
      token: await agent.newToken(),
      body: { ...body, first_comment: 'A' },
    });
    expect(draft.json).toMatchObject({ code: 'duplicate_content', content_id: first.id });
  });
});

describe('the items of an account that was deleted', () => {
  it.each([
    ['named by the recurrence', true],
    ['the default account', false],
  ])('are made again once the recurrence changes after a new connection: %s', async (_, isNamed) => {
    const tenant = await newTenant();
    const accounts = async () => {
      const { id } = await connect(tenant, 'twitter');
      return isNamed ? { accounts: [String(id)] } : {};
    };
    const fields = await accounts();
    const id = await withItems(tenant, fields);
    const [mine] = madeItems();
    await update(tenant, mine!.id, { description: 'Mine' });
    const params = { id: String(storedRecords<Json>(harness, 'Account')[0]!.id) };
    await callApi('accounts.delete', { token: await newToken(tenant), params });
    await processAllChanges(harness);
    expect(madeItems().map(({ status }) => status)).toEqual(Array(4).fill('draft'));
    const again = await accounts();
    const { last_change } = await changeSettings(tenant, id, { ...again, labels: ['News'] });
    expect(last_change).toMatchObject({ replaced: 3, kept: 1 });
    const [kept, ...made] = madeItems().toSorted((one, other) =>
      one.recurrence!.date < other.recurrence!.date ? -1 : 1,
    );
    expect(kept).toMatchObject({ description: 'Mine', status: 'draft' });
    expect(made.map(({ status, recurrence }) => [status, recurrence!.date])).toEqual(
      MONDAYS.slice(1).map((date) => ['scheduled', date]),
    );
  });
});

describe('the held items of an account that was deleted during a pause', () => {
  it('are made again when the recurrence resumes after a new connection', async () => {
    const tenant = await newTenant();
    const account = await connect(tenant, 'twitter');
    const id = await withItems(tenant, {});
    await changeSettings(tenant, id, { paused: true });
    await callApi('accounts.delete', { token: await newToken(tenant), params: { id: String(account.id) } });
    await processAllChanges(harness);
    await connect(tenant, 'twitter');
    await changeSettings(tenant, id, { paused: false });
    expect(madeItems().map(({ status, recurrence }) => [status, recurrence!.date])).toEqual(
      MONDAYS.map((date) => ['scheduled', date]),
    );
  });
});

describe('a recurrence that names an account which was deleted', () => {
  it('keeps its items with their other targets until it names the account under its new id', async () => {
    const tenant = await newTenant();
    const [lost, other] = [await connect(tenant, 'twitter'), await connect(tenant, 'linkedin')];
    const fields = { platforms: ['twitter', 'linkedin'], accounts: [lost.id, other.id] };
    const id = await withItems(tenant, fields);
    await callApi('accounts.delete', { token: await newToken(tenant), params: { id: String(lost.id) } });
    await processAllChanges(harness);
    expect((await changeSettings(tenant, id, { title: 'New' })).last_change).toMatchObject({ replaced: 0, kept: 4 });
    expect(madeItems().map(({ status, title }) => [status, title])).toEqual(Array(4).fill(['scheduled', 'Weekly tip']));
    const { id: again } = await connect(tenant, 'twitter');
    const { last_change } = await changeSettings(tenant, id, { accounts: [again, other.id] });
    expect(last_change).toMatchObject({ replaced: 4, kept: 0 });
    expect(madeItems().map(({ title, accounts }) => [title, accounts.map((each) => each.id)])).toEqual(
      Array(4).fill(['New', [again, other.id]]),
    );
  });
});

describe('a recurrence of a removed member', () => {
  it('still makes its items, and another member changes and deletes it', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'content_manager');
    const id = await withItems({ ...tenant, token: member.token });
    await callApi('team.remove-member', { token: tenant.token, params: { id: member.id } });
    await processAllChanges(harness);
    await passDays(5);
    expect(madeDates()).toEqual([...MONDAYS, '2026-09-07']);
    expect((await changeSettings(tenant, id, { title: 'New' })).last_change).toMatchObject({ replaced: 5 });
    expect(madeItems().every(({ title }) => title === 'New')).toBe(true);
    await remove(tenant, id);
    expect(madeItems()).toEqual([]);
  });
});
