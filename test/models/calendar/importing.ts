import { expect } from 'vitest';
import type { Content } from '../../../lib/content/rules/content.ts';
import type { Json } from '../../functions/api-harness.ts';
import { note } from '../../functions/seeded/trace.ts';
import {
  type Account,
  type Item,
  leaveQueue,
  nextFree,
  putInQueue,
  type Queue,
  type Target,
  textOf,
  type Workspace,
} from './model.ts';
import { newItem, pickTime, promise, type Time } from './planning.ts';
import { pickQueue } from './queueing.ts';
import { advanceTo, follow } from './service.ts';
import { send, succeed, type World } from './world.ts';

const HOUR = 3_600_000;
// In the last two days, an import cannot be undone.
const LAST_START_MS = 48 * HOUR;

/** A row of a file: the item that it becomes, and its time or its queue. */
export interface Row {
  item: Item;
  account: Account;
  time: Time | null;
  queue: Queue | null;
}

/** A file whose rows became items. */
export interface Import {
  id: string;
  name: string;
  rows: Row[];
  isUndone: boolean;
  expiresAtMs: number;
}

/** Import a file, some rows of which wait in a queue and others have a time, with a wrong row between them. */
export async function importFile(world: World, workspace: Workspace): Promise<void> {
  const { random, service } = world;
  const queue = await pickQueue(world, workspace);
  const count = 3 + random.below(10);
  const rows = Array.from({ length: count }, (): Row => {
    const { item } = newItem(world, workspace);
    const account = random.pick(workspace.accounts);
    const isQueued = !queue.isPaused && random.chance(0.5);
    return { item, account, time: isQueued ? null : pickTime(world), queue: isQueued ? queue : null };
  });
  const file: Import = {
    id: '',
    name: `${workspace.name} import ${workspace.imports.length + 1}`,
    rows,
    isUndone: false,
    expiresAtMs: 0,
  };
  workspace.imports.push(file);
  const wrong = random.below(count);
  const queued = rows.filter((row) => row.queue).length;
  note(world, `${file.name} has ${count} rows from ${rows[0]!.item.name} on, ${queued} in ${queue.name}`);
  const lines = rows.map(lineOf);
  lines.splice(wrong, 0, 'A wrong row,myspace,,,,');
  const content = ['text,platforms,accounts,scheduled_at,time_zone,queue', ...lines].join('\n');
  const body = { format: 'csv', name: file.name, content };
  const created = await succeed(world, workspace, 'imports.create', { body });
  file.id = String(created.id);
  file.expiresAtMs = Date.parse(String(created.expires_at));
  const checked = await stateAfter(world, workspace, file, 'ready');
  checkRows(checked, rows, wrong);
  world.importing = rows;
  await succeed(world, workspace, 'imports.run', { params: { id: file.id } });
  const { counts } = await stateAfter(world, workspace, file, 'completed');
  expect(counts, file.name).toMatchObject({ created: count, failed: 0, invalid: 1 });
  expect(
    rows.filter(({ item }) => item.id === '').map(({ item }) => item.name),
    `${file.name} has no item of a row`,
  ).toEqual([]);
  world.importing = [];
  await advanceTo(service, Date.now());
}

function lineOf({ item, account, time, queue }: Row): string {
  const requested = time?.requested as string | { local: string; time_zone: string } | undefined;
  const [at, zone] = typeof requested === 'object' ? [requested.local, requested.time_zone] : [requested ?? '', ''];
  return [textOf(item), account.platform, account.id, at, zone, queue?.name ?? ''].join(',');
}

interface View {
  status: string;
  counts: Json;
  rows: { status: string; scheduled_at: string | null }[];
}

/** Follow an import until it has a status. The sweep continues what was interrupted. */
async function stateAfter(world: World, workspace: Workspace, { id, name }: Import, status: string): Promise<View> {
  await follow(world.service);
  const params = { id };
  for (let waits = 0; waits < 3; waits++) {
    const view = await succeed(world, workspace, 'imports.get', { params, query: { limit: '100' } });
    if (view.status === status) return view as unknown as View;
    await advanceTo(world.service, Date.now() + HOUR);
  }
  throw new Error(`${name} does not become ${status}.`);
}

/** Check what the check of a file says: the times and the slots of its rows, and that it has taken none. */
function checkRows(view: View, rows: Row[], wrong: number): void {
  const [first] = rows.filter(({ queue }) => queue);
  const seen = view.rows.toSpliced(wrong, 1);
  expect(view.rows[wrong]!.status).toBe('invalid');
  for (const [index, { time }] of rows.entries()) {
    expect(seen[index]!.status).toBe('valid');
    if (time) expect(seen[index]!.scheduled_at).toBe(new Date(time.atMs).toISOString());
  }
  if (!first) return;
  const planned = seen[rows.indexOf(first)]!.scheduled_at;
  expect(planned).toBe(new Date(nextFree(first.queue!, Date.now())).toISOString());
}

/** Remember the item that a row has become: once, at its time or in the next free slot. */
export function adoptRow(world: World, content: Content): void {
  const row = world.importing.find(({ item }) => textOf(item) === content.description);
  expect(row, `an item that no request has made: ${content.description}`).toBeDefined();
  const { item, account, time, queue } = row!;
  expect(item.id, `${item.name} is made twice`).toBe('');
  item.id = content.id;
  const targets = Object.values(content.targets).map(({ schedule_id, account_id }) => {
    return { schedule_id, account_id: String(account_id) };
  });
  const atMs = queue ? putInQueue(queue, item, 'last', Date.now()) : time!.atMs;
  promise(world, item, [account], targets, { atMs, local: time?.local ?? null });
}

/** Undo an import: its items are deleted, except for those that are live or may be. */
export async function undoImport(world: World, workspace: Workspace): Promise<void> {
  const { entries } = world.service;
  const isRecent = ({ isUndone, rows }: Import) =>
    !isUndone && rows.some(({ item }) => item.targets.some(({ entryId }) => entries.get(entryId)?.state === 'pending'));
  const file = workspace.imports.findLast(isRecent);
  if (!file) return importFile(world, workspace);
  note(world, `${file.name} is undone`);
  const { status, json, text } = await send(world, workspace, 'imports.undo', { params: { id: file.id } });
  if (Date.now() > file.expiresAtMs - LAST_START_MS) {
    expect([404, 409], text).toContain(status);
    return importFile(world, workspace);
  }
  expect(status, `${text} ${json.code}`).toBe(202);
  file.isUndone = true;
  const mayBeLive = ({ entryId }: Target) =>
    ['published', 'unconfirmed', 'claimed', 'sending'].includes(entries.get(entryId)!.state);
  for (const { item } of file.rows) {
    if (item.isDeleted || item.targets.some(mayBeLive)) continue;
    item.isDeleted = true;
    for (const target of item.targets) target.isCancelled = true;
    leaveQueue(item);
  }
  await stateAfter(world, workspace, file, 'undone');
}
