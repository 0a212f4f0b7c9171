import type { ScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { PLATFORMS } from '../../../lib/platforms/platforms.ts';
import { advanceTime, callApi, inSeconds, type Json, type TestResponse } from '../../functions/api-harness.ts';
import { note } from '../../functions/seeded/trace.ts';
import { currentPlatforms } from '../../functions/simulated.ts';
import { currentHarness, killAt, storedRecords } from '../../functions/worker-harness.ts';
import {
  connectAccount,
  dueEntries,
  followChanges,
  type Item,
  type ItemView,
  itemNow,
  type LivePost,
  liveOf,
  look,
  PEOPLE,
  rememberInsistence,
  roleOf,
  rolesOf,
  runEntry,
  textOf,
  urlOf,
  type View,
  type World,
} from './world.ts';

/** Faults of a platform: whether a post is created is independent of the response. */
const LIES: ScriptName[] = [
  ...(['ok_then_drop', 'ok_then_drop', '500_after_effect', '201_without_id', 'truncated_json'] as const),
  ...(['drop_before_effect', '500_before_effect', 'duplicate', '402', '429'] as const),
];

/** The requests after which a target may be sent again. */
const SENDING = ['content.retry', 'content.update', 'schedule.create', 'schedule.update'];

/** The requests of the person who approves. */
const DECISIONS = ['content.approve', 'content.request-changes'];

type Operation = Parameters<typeof callApi>[0];
type Request = { operation: Operation; params?: Record<string, string>; body?: Json };

/** Perform one step: of the service, of the clock, or of a person. */
export async function takeStep(world: World): Promise<void> {
  const { random } = world;
  await random.weighted([
    [8, () => work(world)],
    [3, () => lookAgain(world)],
    [10, () => actAnywhere(world)],
    [0.5, async () => advanceTime(1000 * random.pick([1, 40, 700]))],
  ])();
  await followChanges();
}

/** Run the entry that is due next, or the one after it, possibly with a lie of the platform or the end of the worker. */
async function work(world: World): Promise<void> {
  const { random } = world;
  const entry = dueEntries(world)[random.chance(0.9) ? 0 : 1];
  if (!entry) return actAnywhere(world);
  const lie = random.chance(0.65) ? random.pick(LIES) : null;
  const kill = random.chance(0.1) ? 1 + random.below(6) : null;
  note(
    world,
    `work on ${entry.platform} of ${nameOf(world, entry.content_id)}: ${lie ?? 'ok'}${kill ? `, killed at ${kill}` : ''}`,
  );
  if (lie) await currentPlatforms().script(entry.platform, lie);
  if (kill) killAt(currentHarness().table, kill);
  await runEntry(world, entry).catch((error: Error) => {
    if (!kill) throw error;
  });
  currentHarness().table.fault = null;
  if (lie) await currentPlatforms().script(entry.platform, lie, 0);
  await followChanges();
  const item = world.items.find(({ id }) => id === entry.content_id)!;
  if (item.isDeleted || (await itemNow(world, item)).status !== 'unconfirmed') return;
  // The dashboard shows it. They look for the post, and one of them often does something before the service looks.
  const informed = PEOPLE.filter(() => random.chance(0.6));
  for (const person of informed) await look(world, person, item);
  if (informed.length > 0 && random.chance(0.6)) await act(world, random.pick(informed), item);
}

const nameOf = ({ items }: World, contentId: string) => items.find(({ id }) => id === contentId)?.name;

async function lookAgain(world: World): Promise<void> {
  const [person, item] = [world.random.pick(PEOPLE), world.random.pick(world.items)];
  note(world, `${person} looks at ${item.name}`);
  await look(world, person, item);
}

/** Let a person act on an item, most often on one that they have not seen published. */
async function actAnywhere(world: World): Promise<void> {
  const { random, items, views } = world;
  const person = random.pick(PEOPLE);
  const isOpen = ({ name, isDeleted }: Item) =>
    !isDeleted && views.get(`${person} ${name}`)!.item.status !== 'published';
  return act(world, person, random.weighted(items.map((item) => [isOpen(item) ? 5 : 1, item] as const)));
}

/** Let a person do something that the last response they have seen suggests. */
async function act(world: World, person: string, item: Item): Promise<void> {
  const { random } = world;
  const view = world.views.get(`${person} ${item.name}`)!;
  const { item: seen } = view;
  const offers = (action: string) => seen.available_actions.includes(action);
  const has = (...statuses: string[]) => seen.targets.some(({ status }) => statuses.includes(status));
  const request = random.weighted<(() => Request | null) | 'accounts'>([
    [has('unconfirmed') ? 14 : 0, () => resolution(world, item, view)],
    [offers('retry') ? 9 : 0.2, () => ({ operation: 'content.retry' })],
    [has('failed', 'cancelled') ? 2 : 0.2, () => schedule(world, view)],
    [offers('schedule') ? 1.5 : 0.2, () => ({ operation: 'content.update', body: { scheduled_at: soon(world) } })],
    [has('pending') ? 1 : 0.2, () => moveEntry(world, view)],
    [has('pending') ? 0.5 : 0.1, () => cancelEntry(world, view)],
    [
      offers('cancel') ? 0.4 : 0.1,
      () => ({ operation: 'content.update', body: { status: random.pick(['draft', 'cancelled']) } }),
    ],
    [has('failed', 'partially_published', 'pending') ? 1.5 : 0.2, () => edit(world, item, view)],
    [0.15, () => ({ operation: 'content.delete' })],
    [world.settings.approval === 'required' ? 5 : 0, () => approval(world, view)],
    [0.7, 'accounts'],
    [world.lost.length > 0 ? 3 : 0, () => null],
  ]);
  if (request === 'accounts') return changeAccounts(world, person);
  const made = request();
  if (made) return send(world, person, item, view, made);
  // A client whose response was lost sends its request again.
  const again = world.lost.shift();
  if (again) await again();
}

/** Send a request as clients do: with the version that was seen or without, and again after a lost response. */
async function send(world: World, person: string, item: Item, view: View, request: Request): Promise<void> {
  const { random, token, approver } = world;
  const { operation, body, params = {} } = request;
  const headers: Record<string, string> = {};
  if (random.chance(0.2) && !operation.startsWith('schedule.create')) headers['if-match'] = view.etag;
  if (random.chance(0.2) && operation !== 'schedule.cancel') headers['idempotency-key'] = `key-${random.below(1e9)}`;
  const before = item.isDeleted || !SENDING.includes(operation) ? null : await itemNow(world, item);
  const input = {
    token: DECISIONS.includes(operation) ? approver : token,
    headers,
    params: { id: item.id, ...params },
    ...(body ? { body } : {}),
  };
  for (const isAgain of random.chance(0.2) ? [false, true] : [false]) {
    const answer = await callApi(operation, input);
    const shown = `${operation} ${JSON.stringify({ ...params, ...body })}${headers['if-match'] ? ' if-match' : ''}`;
    note(
      world,
      `${person} on ${item.name}: ${shown}${isAgain ? ' again' : ''}: ${answer.status} ${answer.json.code ?? ''}`,
    );
    if (answer.status >= 500) throw new Error(`${answer.status} ${answer.text}`);
    if (answer.status >= 300) break;
    remember(world, person, item, view, { ...request, answer });
  }
  if (before && !item.isDeleted) await rememberInsistence(world, item, before);
  if (random.chance(0.25)) world.lost.push(() => send(world, person, item, view, request));
}

function remember(
  world: World,
  person: string,
  item: Item,
  view: View,
  { operation, body, params, answer }: Request & { answer: TestResponse },
): void {
  if (operation === 'content.delete') item.isDeleted = true;
  else if (operation.startsWith('content.')) {
    const { json, headers } = answer;
    world.views.set(`${person} ${item.name}`, { ...view, item: json as unknown as ItemView, etag: headers.etag! });
  }
  if (operation !== 'content.resolve') return;
  const platform = params!.platform as Platform;
  const target = view.item.targets.find((each) => each.platform === platform)!;
  const { outcome, part = 0, url = null } = body as { outcome: 'published' | 'failed'; part?: number; url?: string };
  const roles = platform === 'bluesky' ? rolesOf(target) : [roleOf(target, part)];
  for (const role of roles)
    world.reports.push({ item: item.name, platform, role, outcome, url: role === roles[0] ? url : null });
}

/** Report an unconfirmed part: as it was when the person looked, or by mistake otherwise. */
function resolution(world: World, item: Item, view: View): Request {
  const { random } = world;
  const target = random.pick(view.item.targets.filter(({ status }) => status === 'unconfirmed'));
  const { platform, parts } = target;
  const part = Math.max(
    0,
    parts.findIndex(({ status }) => status === 'unconfirmed'),
  );
  const live = liveOf(view.seen, item.name, platform, roleOf(target, part));
  const isRight = random.chance(0.5);
  const outcome = isRight === live.length > 0 ? 'published' : 'failed';
  const body: Json = { outcome, schedule_id: target.schedule_id };
  // A person may confuse the parts too.
  if (parts.length > 0) body.part = random.chance(0.15) ? random.below(parts.length) : part;
  if (body.outcome === 'published') Object.assign(body, namedUrl(world, platform, isRight ? live : []));
  return { operation: 'content.resolve', params: { platform }, body };
}

/** Name the URL of the post, none, or that of another post of the account. */
function namedUrl(world: World, platform: Platform, own: LivePost[]): { url?: string } {
  const { random } = world;
  if (random.chance(0.15)) return {};
  const others = world.live.filter((post) => post.platform === platform);
  const candidates = own.length > 0 ? own : others;
  return candidates.length > 0 ? { url: urlOf(world, random.pick(candidates)) } : {};
}

const soon = ({ random }: World) => inSeconds(random.pick([0, 5, 60, 600]));

function schedule(world: World, { item }: View): Request {
  const free = item.targets.filter(({ status }) => status === 'failed' || status === 'cancelled');
  const platforms = free.length > 0 ? [world.random.pick(free).platform] : item.targets.map(({ platform }) => platform);
  return { operation: 'schedule.create', body: { content_id: item.id, platforms, scheduled_at: soon(world) } };
}

function moveEntry(world: World, { item }: View): Request | null {
  if (item.targets.length === 0) return null;
  const id = world.random.pick(item.targets).schedule_id;
  return { operation: 'schedule.update', params: { id }, body: { scheduled_at: soon(world) } };
}

function cancelEntry(world: World, { item }: View): Request | null {
  return item.targets.length === 0
    ? null
    : { operation: 'schedule.cancel', params: { id: world.random.pick(item.targets).schedule_id } };
}

/** Edit one text, add a first comment, or remove what follows the post. */
function edit({ random }: World, item: Item, { item: view }: View): Request {
  item.revision += 1;
  const text = (role: string) => textOf(item.name, role, item.revision);
  const thread = view.thread.map((post, index) => (random.chance(0.5) ? post : { text: text(`reply${index + 1}`) }));
  const body = random.weighted<Json>([
    [3, { description: text('post') }],
    [3, { first_comment: text('comment') }],
    [view.thread.length > 0 ? 3 : 0, { thread }],
    [0.5, { first_comment: null }],
    [0.5, { thread: view.thread.slice(0, -1).map((post) => ({ text: post.text })) }],
  ]);
  return { operation: 'content.update', body };
}

function approval({ random }: World, { item }: View): Request {
  const operation = random.weighted<Operation>([
    [5, 'content.submit'],
    [5, 'content.approve'],
    [0.5, 'content.withdraw'],
    [0.5, 'content.request-changes'],
  ]);
  const hash = item.approval ? { content_hash: item.approval.content_hash } : {};
  const bodies: Record<string, Json> = { 'content.approve': hash, 'content.request-changes': { note: 'Not yet.' } };
  return { operation, body: bodies[operation] ?? {} };
}

/** Delete an account, or connect those that are missing. */
async function changeAccounts(world: World, person: string): Promise<void> {
  const { random, token } = world;
  const accounts = storedRecords<{ id: string; platform: Platform }>(currentHarness(), 'Account').sort((a, b) =>
    a.platform < b.platform ? -1 : 1,
  );
  const used = PLATFORMS.filter((name) => isUsed(world, name));
  const missing = used.filter((name) => !accounts.some(({ platform }) => platform === name));
  if (missing.length > 0) {
    for (const platform of missing) {
      const { status } = await connectAccount(world, platform);
      note(world, `${person} connects ${platform}: ${status}`);
    }
  } else if (random.chance(0.5)) {
    const { id, platform } = random.pick(accounts);
    const { status } = await callApi('accounts.delete', { token, params: { id } });
    note(world, `${person} deletes the account of ${platform}: ${status}`);
  }
}

const isUsed = ({ views }: World, platform: Platform) =>
  [...views.values()].some(({ item }) => item.targets.some((target) => target.platform === platform));
