import { expect } from 'vitest';
import { callApi, type Json } from '../../functions/api-harness.ts';
import { note } from '../../functions/seeded/trace.ts';
import {
  type Item,
  nextFree,
  pause,
  putInQueue,
  type Queue,
  resume,
  type Slot,
  slotsAfter,
  textOf,
  type Workspace,
  waitingIn,
} from './model.ts';
import { newItem, pickOpen, promise } from './planning.ts';
import { type ItemView, send, succeed, type World } from './world.ts';
import { ZONES } from './zones.ts';

const DAY = 86_400_000;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Clocks change between midnight and three. */
const TIMES = ['00:00', '00:30', '01:15', '01:45', '02:15', '02:30', '02:45', '03:15', '09:00', '17:30', '23:30'];

function pickSlots({ random }: World): Slot[] {
  const slots = new Map<string, Slot>();
  for (let count = 1 + random.below(4); count > 0; count--) {
    // Clocks change on Sundays, and on the Saturday before in the west.
    const slot = { weekday: random.pick(['sunday', ...WEEKDAYS] as const), time: random.pick(TIMES) };
    slots.set(`${slot.weekday} ${slot.time}`, slot);
  }
  return [...slots.values()];
}

const at = (atMs: number) => new Date(atMs).toISOString();

/** Return a queue of a workspace, a new one while there are few. */
export async function pickQueue(world: World, workspace: Workspace): Promise<Queue> {
  const { random } = world;
  const { queues } = workspace;
  if (queues.length > 0 && (queues.length === 3 || random.chance(0.9))) return random.pick(queues);
  const queue: Queue = {
    ...{ id: '', name: `${workspace.name} queue ${queues.length + 1}`, zone: random.pick(ZONES) },
    ...{ slots: pickSlots(world), isPaused: false, posts: [] },
  };
  note(world, `${queue.name} is created in ${queue.zone}: ${JSON.stringify(queue.slots)}`);
  const body = { name: queue.name, time_zone: queue.zone, slots: queue.slots };
  queue.id = String((await succeed(world, workspace, 'queues.create', { body })).id);
  queues.push(queue);
  return queue;
}

/** Queue a new item, a draft, or an item that has another time. */
export async function enqueue(world: World, workspace: Workspace): Promise<void> {
  const { random } = world;
  const queue = await pickQueue(world, workspace);
  const position = random.chance(0.25) ? ('first' as const) : ('last' as const);
  const moved = random.chance(0.2) ? pickOpen(world, workspace) : null;
  const queued = { queue: random.pick([queue.id, queue.name.toUpperCase()]), position };
  if (queue.isPaused) {
    const body = { title: 'A post', platforms: ['twitter'], ...queued };
    return expect((await send(world, workspace, 'content.create', { body })).json.code).toBe('queue_paused');
  }
  if (moved && (moved.queue !== queue || position === 'first')) return moveToQueue(world, moved, queue, queued);
  const { item, accounts, fields } = newItem(world, workspace);
  const atMs = putInQueue(queue, item, position, Date.now());
  note(world, `${item.name} is ${position} in ${queue.name}: ${at(atMs)}`);
  const made = await succeed(world, workspace, 'content.create', { body: { ...fields, ...queued } });
  rememberQueued(world, item, made, accounts, atMs);
}

function rememberQueued(world: World, item: Item, made: Json, accounts: Parameters<typeof promise>[2], atMs: number) {
  item.id = String(made.id);
  promise(world, item, accounts, (made as unknown as ItemView).targets, { atMs, local: null });
  expect([made.scheduled_at, made.queue]).toEqual([at(atMs), { id: item.queue!.id, slot_at: at(atMs), held: false }]);
}

async function moveToQueue(world: World, item: Item, queue: Queue, queued: Json): Promise<void> {
  const atMs = putInQueue(queue, item, queued.position as 'first', Date.now());
  note(world, `${item.name} moves to ${queue.name}, ${queued.position}: ${at(atMs)}`);
  item.isTouched = true;
  const view = await succeed(world, item.workspace, 'content.update', { params: { id: item.id }, body: queued });
  expect([view.scheduled_at, view.queue]).toEqual([at(atMs), { id: queue.id, slot_at: at(atMs), held: false }]);
}

/** Queue several items at the same time: they take the next free slots, in any order. */
export async function enqueueTogether(world: World, workspace: Workspace): Promise<void> {
  const queue = await pickQueue(world, workspace);
  if (queue.isPaused) return;
  const made = Array.from({ length: 2 + world.random.below(3) }, () => newItem(world, workspace));
  note(world, `${made.map(({ item }) => item.name).join(', ')} are queued in ${queue.name} at once`);
  const answers = await Promise.all(
    made.map(({ fields }) =>
      callApi('content.create', { token: workspace.tenant.token, body: { ...fields, queue: queue.id } }),
    ),
  );
  const claims = made.map((each, index) => ({ ...each, view: answers[index]!.json }));
  claims.sort((a, b) => (String(a.view.scheduled_at) < String(b.view.scheduled_at) ? -1 : 1));
  for (const { item, accounts, view } of claims) {
    rememberQueued(world, item, view, accounts, putInQueue(queue, item, 'last', Date.now()));
  }
}

/** Pause a queue, or resume it. */
export async function pauseOrResume(world: World, workspace: Workspace): Promise<void> {
  await turn(world, workspace, await pickQueue(world, workspace));
}

/** Resume the queues of a workspace. */
export async function resumeAll(world: World, workspace: Workspace): Promise<void> {
  for (const queue of workspace.queues) if (queue.isPaused) await turn(world, workspace, queue);
}

async function turn(world: World, workspace: Workspace, queue: Queue): Promise<void> {
  note(world, `${queue.name} is ${queue.isPaused ? 'resumed' : 'paused'}`);
  (queue.isPaused ? resume : pause)(queue, Date.now());
  const body = { paused: queue.isPaused };
  await succeed(world, workspace, 'queues.update', { params: { id: queue.id }, body });
}

/** Give a queue other slots, or the clock of another zone: its posts keep their times. */
export async function changeSlots(world: World, workspace: Workspace): Promise<void> {
  const queue = await pickQueue(world, workspace);
  if (world.random.chance(0.7)) queue.slots = pickSlots(world);
  else queue.zone = world.random.pick(ZONES);
  note(world, `${queue.name} has other slots in ${queue.zone}: ${JSON.stringify(queue.slots)}`);
  const body = { slots: queue.slots, time_zone: queue.zone };
  await succeed(world, workspace, 'queues.update', { params: { id: queue.id }, body });
}

/** Compare the slots of a queue with the model: no other post has one, and none is missing. The other workspace sees none. */
export async function viewSlots(world: World, workspace: Workspace): Promise<void> {
  const queue = await pickQueue(world, workspace);
  const endMs = Date.now() + 60 * DAY;
  const params = { id: queue.id };
  const { slots } = await succeed(world, workspace, 'queues.list-slots', { params, query: { days: '60' } });
  const expected = new Map<string, string | null>();
  for (const atMs of slotsAfter(queue, Date.now())) {
    if (atMs >= endMs) break;
    expected.set(at(atMs), null);
  }
  for (const { atMs, item } of waitingIn(queue, Date.now())) if (atMs < endMs) expected.set(at(atMs), item.id);
  const seen = (slots as Json[]).map(({ slot_at, content }) => [slot_at, (content as Json | null)?.id ?? null]);
  expect(seen, queue.name).toEqual([...expected].sort());
  const other = world.workspaces.find((each) => each !== workspace)!;
  expect((await send(world, other, 'queues.list-slots', { params })).status).toBe(404);
  const body = { title: 'A post', platforms: ['twitter'], queue: queue.id };
  expect((await send(world, other, 'content.create', { body })).status).toBe(422);
}

/** Try to queue a content a second time, which takes no slot. */
export async function duplicateInQueue(world: World, workspace: Workspace): Promise<void> {
  const queue = await pickQueue(world, workspace);
  const item = pickOpen(world, workspace);
  if (!item || queue.isPaused) return;
  const atMs = nextFree(queue, Date.now());
  const target = item.targets.find((each) => Math.abs(each.atMs - atMs) < DAY);
  if (!target) return;
  const { platform, id } = target.account;
  note(world, `${item.name} is duplicated in ${queue.name}`);
  const body = {
    title: 'A duplicate',
    description: textOf(item),
    platforms: [platform],
    accounts: [id],
    queue: queue.id,
  };
  const { status, json } = await send(world, workspace, 'content.create', { body });
  expect([status, json.code, json.content_id]).toEqual([409, 'duplicate_content', item.id]);
}
