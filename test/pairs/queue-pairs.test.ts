import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Queue } from '../../lib/queues/rules/queue.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { update } from '../functions/given/content.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { finishReleases, halt, resume } from '../functions/given/halt.ts';
import { change, checked } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import {
  newAccount,
  newContent,
  newExport,
  newMember,
  newQueue,
  newTemplate,
  setWorkspace,
} from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { newLinkRule } from '../link-rules/new-link-rule.ts';

/** A queue with a slot at nine each day, and another feature. The clock is at 10:00:30 on Monday, 3 August 2026. */

const harness = setupWorkers();
const bucket = setupObjectStore();
const platforms = simulatePlatforms();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const day = (date: number) => `2026-08-${String(date).padStart(2, '0')}T09:00:00.000Z`;

/** A post on X in the queue `default`. */
const queued = async (tenant: Tenant, title: string, fields: Json = {}) =>
  newContent(
    { ...tenant, token: await newToken(tenant) },
    { title, platforms: ['twitter'], queue: 'default', ...fields },
  );

async function changeQueue(tenant: Tenant, { id }: { id: string }, body: Json): Promise<void> {
  await succeed('queues.update', { token: await newToken(tenant), params: { id }, body });
  await processAllChanges(harness);
}

/** Let the worker attempt to publish the only target of an item now. */
async function attempt(tenant: Tenant, id: string): Promise<void> {
  const [target] = (await contentOf(tenant, id)).targets as Json[];
  await onPublishDue({ workspace_id: tenant.workspace.id, schedule_id: String(target!.schedule_id) }, lambdaContext());
}

const texts = async () => (await platforms().posts()).map(({ text }) => text);
const slotsOf = (name = 'default') => {
  const queue = storedRecords<Queue>(harness, 'Queue').find((each) => each.name === name)!;
  return queue.posts.map(({ content_id, slot_at }) => [slot_at, content_id]);
};

describe('a queue that is paused after a halt has held a post at its slot', () => {
  it.each([
    ['publish', false],
    ['publish', true],
    ['mark_missed', true],
  ])('holds it after the halt too, and gives it the next slot: %s, attempted %s', async (missed, isAttempted) => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const queue = await newQueue(tenant);
    const { id } = await queued(tenant, 'Held');
    const stopped = await halt(tenant);
    advanceTime(DAY);
    if (isAttempted) await attempt(tenant, id);
    // The claim of another post makes the queue forget the slot that has passed.
    const other = await queued(tenant, 'Other');
    await changeQueue(tenant, queue, { paused: true });
    await resume(tenant, stopped.id, { missed });
    await finishReleases();
    await attempt(tenant, id);
    expect(await texts()).toEqual([]);
    expect(await contentOf(tenant, id)).toMatchObject({ status: 'scheduled', queue: { slot_at: day(4), held: true } });
    await changeQueue(tenant, queue, { paused: false });
    expect(slotsOf()).toEqual([
      [day(5), id],
      [day(6), other.id],
    ]);
    advanceTime(DAY - HOUR);
    await attempt(tenant, id);
    expect(await texts()).toEqual(['Held']);
  });
});

describe('an import into a queue', () => {
  const file = 'text,platforms\nOne,twitter\nTwo,twitter';
  const codesOf = (rows: { status: string; problems: { code: string }[] }[]) =>
    rows.map(({ status, problems }) => [status, ...problems.map(({ code }) => code)]);

  it('that is paused before the run fails row by row, and can be run once it resumes', async () => {
    const tenant = await newTenant();
    const queue = await newQueue(tenant);
    const fields = { defaults: { queue: queue.id } };
    const { id } = await checked(harness, tenant, file, fields);
    await changeQueue(tenant, queue, { paused: true });
    const failed = await change(harness, tenant, 'imports.run', id);
    expect(codesOf(failed.rows)).toEqual([
      ['failed', 'queue_paused'],
      ['failed', 'queue_paused'],
    ]);
    await changeQueue(tenant, queue, { paused: false });
    await change(harness, tenant, 'imports.update', id, fields);
    const { rows } = await change(harness, tenant, 'imports.run', id);
    expect(slotsOf()).toEqual([
      [day(4), rows[0]!.content_id],
      [day(5), rows[1]!.content_id],
    ]);
  });

  it('that is deleted before the run fails row by row', async () => {
    const tenant = await newTenant();
    const { id: queue } = await newQueue(tenant);
    const { id } = await checked(harness, tenant, file, { defaults: { queue } });
    await callApi('queues.delete', { token: tenant.token, params: { id: queue } });
    const { status, rows } = await change(harness, tenant, 'imports.run', id);
    expect([status, codesOf(rows)]).toEqual([
      'completed',
      [
        ['failed', 'unknown_queue'],
        ['failed', 'unknown_queue'],
      ],
    ]);
  });

  it('is undone with the slot that an item has in another queue, which is paused', async () => {
    const tenant = await newTenant();
    const [queue, other] = [await newQueue(tenant), await newQueue(tenant, { name: 'other' })];
    const { id } = await checked(harness, tenant, file, { defaults: { queue: queue.id } });
    const { rows } = await change(harness, tenant, 'imports.run', id);
    await update(tenant, String(rows[0]!.content_id), { queue: other.id });
    const mine = await queued(tenant, 'Mine', { queue: 'other' });
    await changeQueue(tenant, other, { paused: true });
    const { counts } = await change(harness, tenant, 'imports.undo', id);
    expect(counts).toMatchObject({ removed: 2, kept: 0 });
    expect([slotsOf(), slotsOf('other')]).toEqual([[], [[day(5), mine.id]]]);
  });
});

describe('an export', () => {
  it('has the queue, the slot and its local time of a post that a paused queue holds', async () => {
    const tenant = await newTenant();
    const queue = await newQueue(tenant, { time_zone: 'Europe/Berlin' });
    await queued(tenant, 'Held');
    await changeQueue(tenant, queue, { paused: true });
    advanceTime(3 * DAY);
    for (const format of ['jsonl', 'csv']) await newExport({ token: await newToken(tenant) }, { format });
    await processAllChanges(harness);
    const files = [...bucket.objects.values()].map((file) => Buffer.from(file).toString());
    const [lines, csv] = [true, false].map((isJson) => files.find((file) => file.startsWith('{') === isJson)!);
    const slot_at = '2026-08-04T07:00:00.000Z';
    expect(JSON.parse(lines!)).toMatchObject({
      scheduled_at: slot_at,
      scheduled_local: { local: '2026-08-04T09:00', time_zone: 'Europe/Berlin' },
      queue: { id: queue.id, slot_at, held: true },
    });
    expect(csv).toContain(`,"${slot_at}","2026-08-04T09:00","Europe/Berlin","${queue.id}",`);
  });
});

describe('the duplicate guard', () => {
  it('rejects a queued post without taking its slot', async () => {
    const tenant = await newTenant();
    await newQueue(tenant);
    const first = await queued(tenant, 'The same', { scheduled_at: '2026-08-03T12:00:00Z', queue: undefined });
    const body = { title: 'The same', platforms: ['twitter'], queue: 'default' };
    const { status, json } = await callApi('content.create', { token: tenant.token, body });
    expect([status, json.code, json.content_id]).toEqual([409, 'duplicate_content', first.id]);
    expect(slotsOf()).toEqual([]);
  });
});

describe('link rules', () => {
  it('are applied when a post is queued, and again when it is edited, but not when its queue moves it', async () => {
    const tenant = await newTenant();
    const queue = await newQueue(tenant);
    await newLinkRule(tenant, { parameters: { utm_campaign: '{date}' } });
    const { id } = await queued(tenant, 'Link', { description: 'https://example.com/a' });
    const planned = async () => {
      const { scheduled_at, published_texts } = await contentOf(tenant, id);
      return [scheduled_at, (published_texts as { texts: string[] }[])[0]!.texts[0]];
    };
    const text = 'https://example.com/a?utm_campaign=2026-08-04';
    expect(await planned()).toEqual([day(4), text]);
    await queued(tenant, 'First', { position: 'first' });
    await processAllChanges(harness);
    expect(await planned()).toEqual([day(5), text]);
    await changeQueue(tenant, queue, { paused: true });
    advanceTime(5 * DAY);
    await changeQueue(tenant, queue, { paused: false });
    expect(await planned()).toEqual([day(10), text]);
    await update({ ...tenant, token: await newToken(tenant) }, id, { description: 'Now https://example.com/a' });
    expect(await planned()).toEqual([day(10), 'Now https://example.com/a?utm_campaign=2026-08-10']);
  });
});

describe('templates', () => {
  it('give a queued post their text and accounts, which their deletion does not change', async () => {
    const tenant = await newTenant();
    const [ofQueue, ofSet] = [await newAccount(tenant), await newAccount(tenant, { external_id: '42' })];
    await newQueue(tenant, { accounts: [ofQueue.id] });
    const templates = [
      await newTemplate(tenant, { kind: 'account_set', name: 'Brand', accounts: [ofSet.id] }),
      await newTemplate(tenant, { name: 'Launch', text: 'Here it is' }),
    ];
    const names = { account_set: 'Brand', snippet: 'Launch' };
    const body = { title: 'Launch', queue: 'default', templates: names };
    const id = String((await callApi('content.create', { token: tenant.token, body })).json.id);
    for (const each of templates) {
      await callApi('templates.delete', { token: tenant.token, params: { id: each.id } });
    }
    expect(await contentOf(tenant, id)).toMatchObject({ description: 'Here it is', accounts: [ofSet.id] });
    expect(slotsOf()).toEqual([[day(4), id]]);
  });
});

describe('a required approval', () => {
  it('stays when the queue moves a post, and a post without it fails at its slot while the others keep theirs', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await setWorkspace(tenant, { approval: 'required', authors_may_approve: true });
    await newQueue(tenant);
    const approved = await queued(tenant, 'Approved');
    const params = { id: approved.id };
    for (const action of ['submit', 'approve'] as const) {
      expect((await callApi(`content.${action}`, { token: tenant.token, params, body: {} })).status).toBe(200);
    }
    const unapproved = await queued(tenant, 'Unapproved', { position: 'first' });
    const third = await queued(tenant, 'Third');
    await processAllChanges(harness);
    const slots = [unapproved, approved, third].map(({ id }, index) => [day(4 + index), id]);
    expect(slotsOf()).toEqual(slots);
    advanceTime(DAY - HOUR);
    await attempt(tenant, unapproved.id);
    expect(await contentOf(tenant, unapproved.id)).toMatchObject({
      status: 'failed',
      queue: { slot_at: day(4) },
      targets: [{ error: { code: 'not_approved' } }],
    });
    await processAllChanges(harness);
    expect(slotsOf()).toEqual(slots);
    advanceTime(DAY);
    await attempt(tenant, approved.id);
    expect(await texts()).toEqual(['Approved']);
  });
});

describe('the deletion of an account', () => {
  it('frees the slots of its posts in a paused queue, and leaves those with another target', async () => {
    const tenant = await newTenant();
    const [onX, onLinkedin] = [
      await newAccount(tenant),
      await newAccount(tenant, { platform: 'linkedin', external_id: 'urn:li:person:abc' }),
    ];
    const queue = await newQueue(tenant);
    const single = await queued(tenant, 'On X');
    const both = await queued(tenant, 'On both', { platforms: ['twitter', 'linkedin'] });
    await changeQueue(tenant, queue, { paused: true });
    await callApi('accounts.delete', { token: tenant.token, params: { id: onX.id } });
    await processAllChanges(harness);
    expect(slotsOf()).toEqual([[day(5), both.id]]);
    expect(await contentOf(tenant, single.id)).toMatchObject({ status: 'draft', queue: null });
    await changeQueue(tenant, queue, { paused: false });
    const { targets } = await contentOf(tenant, both.id);
    const pending = (targets as Json[]).filter(({ status }) => status === 'pending');
    expect(pending).toMatchObject([{ account_id: onLinkedin.id, scheduled_at: day(4) }]);
  });

  it('is 422 for a post with the accounts of its queue until these are updated, and takes no slot', async () => {
    const tenant = await newTenant();
    const [lost, other] = [await newAccount(tenant), await newAccount(tenant, { external_id: '42' })];
    const queue = await newQueue(tenant, { accounts: [lost.id, other.id] });
    await callApi('accounts.delete', { token: tenant.token, params: { id: lost.id } });
    const create = () => callApi('content.create', { token: tenant.token, body: { title: 'A', queue: 'default' } });
    const { status, json } = await create();
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/queue', code: 'unknown_account' }]]);
    expect(slotsOf()).toEqual([]);
    await changeQueue(tenant, queue, { accounts: [other.id] });
    expect((await create()).json.accounts).toEqual([other.id]);
  });
});

describe('the queue of a removed member', () => {
  it('is paused and resumed by another member, and publishes the posts of the removed one', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const member = await newMember(tenant, 'content_manager');
    const asMember = { ...tenant, token: member.token };
    const queue = await newQueue(asMember);
    const { id } = await newContent(asMember, { title: 'Theirs', platforms: ['twitter'], queue: 'default' });
    await callApi('team.remove-member', { token: tenant.token, params: { id: member.id } });
    await processAllChanges(harness);
    expect(slotsOf()).toEqual([[day(4), id]]);
    await changeQueue(tenant, queue, { paused: true });
    advanceTime(DAY);
    await changeQueue(tenant, queue, { paused: false });
    expect(slotsOf()).toEqual([[day(5), id]]);
    advanceTime(DAY - HOUR);
    await attempt(tenant, id);
    expect(await texts()).toEqual(['Theirs']);
  });
});
