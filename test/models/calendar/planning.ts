import { expect } from 'vitest';
import type { Json } from '../../functions/api-harness.ts';
import { note } from '../../functions/seeded/trace.ts';
import {
  type Account,
  type Item,
  leaveQueue,
  leaveQueueIfMoved,
  repeatedTextOf,
  type Target,
  textOf,
  type Workspace,
} from './model.ts';
import { type ItemView, send, succeed, type TargetView, type World } from './world.ts';
import { changesOf, clockAt, momentOf, ZONES } from './zones.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** How far ahead a time can be. */
const FARTHEST = 365 * DAY;

/** A time as a request gives it, and what it promises. */
export type Time = Pick<Target, 'atMs' | 'local'> & { requested: unknown; warnings: string[] };

/** Pick a time in UTC or on a clock, often one that the clock skips or shows twice. */
export function pickTime({ random }: World): Time {
  const fromMs = Date.now() + 2 * MINUTE;
  if (random.chance(0.3)) {
    const atMs = fromMs + random.below(random.pick([120, 3 * 1440, 200 * 1440])) * MINUTE;
    return { atMs, local: null, requested: new Date(atMs).toISOString(), warnings: [] };
  }
  const zone = random.pick(ZONES);
  const changes = changesOf(zone).filter((atMs) => atMs > fromMs + DAY && atMs < fromMs + FARTHEST - DAY);
  const isAtChange = changes.length > 0 && random.chance(0.5);
  const local = isAtChange
    ? aroundChange(clockAt(random.pick(changes) - MINUTE, zone), random.below(200) - 70)
    : clockAt(fromMs + 90 * MINUTE + random.below(random.pick([1440, 60 * 1440])) * MINUTE, zone);
  const { atMs, clock } = momentOf(local, zone);
  const warnings = { regular: [], gap: ['local_time_skipped'], repeated: ['local_time_repeated'] }[clock];
  return { atMs, local: { local, zone }, requested: { local, time_zone: zone }, warnings };
}

/** Return the local time that is so many minutes after another one, by the clock on the wall. */
function aroundChange(local: string, minutes: number): string {
  return new Date(Date.parse(`${local}:00Z`) + minutes * MINUTE).toISOString().slice(0, 16);
}

/** Pick the accounts of an item, and the fields that name them. */
export function pickAccounts({ random }: World, { accounts: [first, second, linkedIn] }: Workspace): Account[] {
  return random.pick([[first!], [second!], [linkedIn!], [first!, linkedIn!]]);
}

/** Make an item with a text of its own, which no request has created yet. */
export function newItem(world: World, workspace: Workspace): { item: Item; accounts: Account[]; fields: Json } {
  const name = `${workspace.name} ${world.items.length + 1}`;
  const item: Item = {
    name,
    id: '',
    workspace,
    revision: 0,
    targets: [],
    queue: null,
    isDeleted: false,
    isTouched: false,
  };
  world.items.push(item);
  const accounts = pickAccounts(world, workspace);
  const platforms = [...new Set(accounts.map(({ platform }) => platform))];
  const fields = { title: name, description: textOf(item), platforms, accounts: accounts.map(({ id }) => id) };
  return { item, accounts, fields };
}

/** Remember what a response promises about an item, which has these accounts. */
export function promise(
  world: World,
  item: Item,
  accounts: Account[],
  entries: Pick<TargetView, 'schedule_id' | 'account_id'>[],
  { atMs, local }: Pick<Target, 'atMs' | 'local'>,
): void {
  expect(entries.map(({ account_id }) => account_id).sort()).toEqual(accounts.map(({ id }) => id).sort());
  for (const { schedule_id, account_id } of entries) {
    const account = accounts.find(({ id }) => id === account_id)!;
    const target: Target = {
      ...{ item, account, entryId: schedule_id, atMs, local, movedBy: [], sent: 0, isCancelled: false },
    };
    item.targets.push(target);
    world.targets.set(schedule_id, target);
  }
}

/** Check the times in a response, and its warnings about the clock. */
function checkTimes(view: Pick<ItemView, 'warnings'> & Json, { atMs, local, warnings }: Time): void {
  expect(view.scheduled_at).toBe(new Date(atMs).toISOString());
  expect(view.scheduled_local).toEqual(local && { local: local.local, time_zone: local.zone });
  const clock = view.warnings.filter(({ code }) => code.startsWith('local_time_'));
  expect([...new Set(clock.map(({ code }) => code))]).toEqual(warnings);
}

/** Schedule a new item, at once or first as a draft. */
export async function schedule(world: World, workspace: Workspace): Promise<void> {
  const { item, accounts, fields } = newItem(world, workspace);
  const time = pickTime(world);
  const isDraft = world.random.chance(0.3);
  note(world, `${item.name} is scheduled for ${JSON.stringify(time.requested)}${isDraft ? ', as a draft first' : ''}`);
  const body = { ...fields, ...(isDraft ? {} : { scheduled_at: time.requested }) };
  const made = (await succeed(world, workspace, 'content.create', { body })) as unknown as ItemView & Json;
  item.id = made.id;
  if (!isDraft) {
    promise(world, item, accounts, made.targets, time);
    return checkTimes(made, time);
  }
  const entry = { content_id: item.id, accounts: fields.accounts, scheduled_at: time.requested };
  const scheduled = (await succeed(world, workspace, 'schedule.create', { body: entry })) as Json;
  const entries = (scheduled.entries as Json[]).map(({ id, account_id }) => ({
    schedule_id: String(id),
    account_id: String(account_id),
  }));
  promise(world, item, accounts, entries, time);
  checkTimes(scheduled as never, time);
}

/** Return whether nothing has begun of a target: a person can still change it. */
export function isOpen({ service }: World, { entryId, atMs, isCancelled }: Target): boolean {
  const entry = service.entries.get(entryId);
  return !isCancelled && entry?.state === 'pending' && entry.attempts === 0 && atMs > Date.now() + MINUTE;
}

/**
 * Pick an item of a workspace of which nothing has begun; null for none. Only to edit or cancel it may others have the same
 * content: another time can be too close to theirs.
 */
export function pickOpen(world: World, workspace: Workspace, mayRepeat = false): Item | null {
  const open = world.items.filter(
    (item) =>
      item.workspace === workspace &&
      !item.isDeleted &&
      (mayRepeat || repeatedTextOf(item) === null) &&
      item.targets.length > 0 &&
      item.targets.every((each) => isOpen(world, each)),
  );
  return open.length > 0 ? world.random.pick(open) : null;
}

/** Reschedule an item, or one of its targets. */
export async function reschedule(world: World, workspace: Workspace): Promise<void> {
  const item = pickOpen(world, workspace);
  if (!item) return schedule(world, workspace);
  const time = pickTime(world);
  const only = item.targets.length > 1 && world.random.chance(0.5) ? world.random.pick(item.targets) : null;
  item.isTouched = true;
  note(world, `${item.name}${only ? ` on ${only.account.platform}` : ''} moves to ${JSON.stringify(time.requested)}`);
  const body = { scheduled_at: time.requested };
  const view = only
    ? await succeed(world, workspace, 'schedule.update', { params: { id: only.entryId }, body })
    : await succeed(world, workspace, 'content.update', { params: { id: item.id }, body });
  for (const target of only ? [only] : item.targets) Object.assign(target, { atMs: time.atMs, local: time.local });
  checkTimes(view as never, time);
  leaveQueueIfMoved(item);
}

/** Delete an item, make it a draft, or cancel one of its entries. */
export async function cancel(world: World, workspace: Workspace): Promise<void> {
  const item = pickOpen(world, workspace, true);
  if (!item) return schedule(world, workspace);
  const how = world.random.pick(['deleted', 'a draft', 'cancelled'] as const);
  item.isTouched = true;
  note(world, `${item.name} is ${how}`);
  const params = { id: item.id };
  if (how === 'deleted') {
    const { status, text, isRepeated } = await send(world, workspace, 'content.delete', { params });
    expect(status === 200 || (isRepeated && status === 404), text).toBe(true);
    item.isDeleted = true;
  } else if (how === 'a draft') {
    await succeed(world, workspace, 'content.update', { params, body: { status: 'draft' } });
  } else {
    const [first] = item.targets;
    await succeed(world, workspace, 'schedule.cancel', { params: { id: first!.entryId } });
    first!.isCancelled = true;
    return leaveQueueIfMoved(item);
  }
  for (const target of item.targets) target.isCancelled = true;
  leaveQueue(item);
}

/** Change the text of an item. One who has seen an earlier version changes nothing. */
export async function edit(world: World, workspace: Workspace, named: Item | null = null): Promise<void> {
  const item = named ?? pickOpen(world, workspace, true);
  if (!item) return schedule(world, workspace);
  const params = { id: item.id };
  const { headers } = await send(world, workspace, 'content.get', { params });
  note(world, `${item.name} has another text`);
  const description = textOf({ ...item, revision: item.revision + 1 });
  await succeed(world, workspace, 'content.update', { params, body: { description } });
  item.revision += 1;
  item.isTouched = true;
  const stale = { params, headers: { 'if-match': headers.etag! }, body: { scheduled_at: pickTime(world).requested } };
  const { status, json } = await send(world, workspace, 'content.update', stale);
  expect([status, json.code]).toEqual([412, 'precondition_failed']);
}

/** Try to publish a content a second time on its account within a day. */
export async function duplicate(world: World, workspace: Workspace): Promise<void> {
  const item = pickOpen(world, workspace);
  const target = item && world.random.pick(item.targets);
  if (!target) return schedule(world, workspace);
  const description = world.random.pick([textOf(item), ` ${textOf(item).toUpperCase()} `, `${textOf(item)}\u200b`]);
  const atMs = Math.max(Date.now() + MINUTE, target.atMs + (world.random.below(47) - 23) * 60 * MINUTE);
  const { platform, id } = target.account;
  note(world, `${item.name} is duplicated at ${new Date(atMs).toISOString()}`);
  const body = {
    ...{ title: 'A duplicate', description, platforms: [platform], accounts: [id] },
    scheduled_at: new Date(atMs).toISOString(),
  };
  const { status, json, text } = await send(world, workspace, 'content.create', { body });
  expect([status, json.code, json.content_id], text).toEqual([409, 'duplicate_content', item.id]);
}

/** Retry what has failed. */
export async function retry(world: World, workspace: Workspace): Promise<void> {
  const failed = world.items.filter(
    (item) =>
      item.workspace === workspace &&
      repeatedTextOf(item) === null &&
      item.targets.some(({ entryId }) => world.service.entries.get(entryId)?.state === 'failed') &&
      item.targets.every(
        ({ entryId }) => !['unconfirmed', 'claimed', 'sending'].includes(world.service.entries.get(entryId)!.state),
      ),
  );
  if (failed.length === 0) return schedule(world, workspace);
  const item = world.random.pick(failed);
  if (item.isDeleted) return;
  note(world, `${item.name} is retried`);
  const view = (await succeed(world, workspace, 'content.retry', {
    params: { id: item.id },
    body: {},
  })) as unknown as ItemView;
  for (const target of item.targets) {
    const seen = view.targets.find(({ account_id }) => account_id === target.account.id)!;
    if (seen.schedule_id === target.entryId) continue;
    Object.assign(target, { entryId: seen.schedule_id, atMs: Date.parse(seen.scheduled_at), local: null, movedBy: [] });
    world.targets.set(seen.schedule_id, target);
  }
}
