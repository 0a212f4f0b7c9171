import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { listPosts } from '../../test/e2e/assertions.ts';
import { type StartedCommand, startCommand } from '../../test/e2e/local-command.ts';
import { createJsonApiClient, type JsonApiClient } from '../../tools/local-stack/api-client.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { tellSimulator } from './load-workspaces.ts';

/**
 * The whole service is killed while posts of every kind are published and platforms lose or falsify their responses. Each
 * text has URLs with the five parameters of a link rule, which the table returns in another order at each read.
 * `npm run kills -w evaluation`; `KILLS` is the number of kills.
 */

const KILLS = Number(process.env.KILLS ?? 5);
/** What happens to one of twelve requests that post; `times` is more than there are. */
const LIES = ['ok_then_drop', '500_before_effect', '201_without_id', 'drop_before_effect', 'html_502'];
const EVERY = 12;
const LIE_MS = 2_500;
/** From the creation of the items to the first post, and from the first post to the last. */
const AHEAD_MS = 120_000;
const SPREAD_MS = 150_000;
/** A busy machine restarts the service in a minute. */
const DEADLINE_MS = 30 * 60_000;
/** Checks of an unknown outcome after which a post that a platform shows is found. */
const MIN_CHECKS = 2;
/** LinkedIn shows no posts of a member, so that a person decides about a lost response. */
const SHOWN: readonly string[] = ['twitter', 'bluesky', 'instagram'];

interface Target {
  platform: Platform;
  status: string;
  scheduled_at: string;
  next_check_at: string | null;
  platform_post_id: string | null;
  parts: { index: number; status: string; platform_post_id: string | null }[];
  timeline: { type: string }[];
}

interface Item {
  id: string;
  title: string;
  targets: Target[];
  published_texts: { platform: Platform; texts: string[] }[];
}

/** One part of an item on one platform, as the service shows it, with the posts that have its text. */
interface Part {
  name: string;
  platform: Platform;
  status: string;
  target: Target;
  id: string | null;
  isFirst: boolean;
  live: { id: string; at: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'kills-'));
let port: number;
let running: StartedCommand;
let call: JsonApiClient;
const origin = () => `http://127.0.0.1:${port}`;

/** Start the service by its command, and connect to it. */
async function start(): Promise<void> {
  running = startCommand(['--empty'], { PORT: String(port), LOCAL_FOLDER: folder });
  await running.started();
  call = await createJsonApiClient(JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')));
}

beforeAll(async () => {
  port = await freePort();
  await start();
}, 600_000);

afterAll(async () => {
  await running?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (name: string) => `https://example.com/${name.replaceAll(' ', '-')}`;
const textOf = (name: string) => `Read ${name}: ${urlOf(name)}`;
const named = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind} ${index}`);
/** The minute of a time, on the clock of UTC. */
const minuteOf = (timeMs: number) => new Date(timeMs).toISOString().slice(11, 16);

/** Create 199 items whose times are spread after `fromMs`, and a recurrence whose first item is due in between. */
async function createItems(fromMs: number): Promise<void> {
  let created = 0;
  const at = () => new Date(fromMs + ((created++ * 7_919) % SPREAD_MS)).toISOString();
  const post = (name: string, fields: object) =>
    call('POST', '/content', { title: name, description: textOf(name), scheduled_at: at(), ...fields });
  const thread = (name: string) => ['second', 'third'].map((part) => ({ text: textOf(`${name} ${part}`) }));
  const comment = (name: string) => ({ first_comment: textOf(`${name} comment`) });
  for (const name of named('single', 40)) await post(name, { platforms: ['twitter'] });
  for (const name of named('both', 35)) await post(name, { platforms: ['twitter', 'bluesky'] });
  for (const name of named('thread', 24)) {
    await post(name, { platforms: ['twitter', 'bluesky'], thread: thread(name), ...comment(name) });
  }
  for (const name of named('image', 30)) {
    const media = [{ url: `https://images.example.com/${name.replace(' ', '-')}.jpg`, type: 'image' }];
    await post(name, { platforms: ['instagram'], media, ...comment(name) });
  }
  for (const name of named('comment', 10)) await post(name, { platforms: ['linkedin'], ...comment(name) });
  await createQueues(fromMs);
  const rows = named('row', 40).map((name) =>
    JSON.stringify({ title: name, text: textOf(name), platforms: 'bluesky', scheduled_at: at() }),
  );
  await call('POST', '/imports', { format: 'jsonl', dry_run: false, content: rows.join('\n') });
  const today = new Date(fromMs).toISOString().slice(0, 10);
  const calendar = { rule: 'FREQ=DAILY;COUNT=1', starts_on: today, time: minuteOf(fromMs + 60_000), time_zone: 'UTC' };
  const recurring = { title: 'daily', description: textOf('daily'), platforms: ['twitter'] };
  await call('POST', '/recurrences', { ...recurring, ...calendar });
}

/** Create four queues with five slots each, one a minute, and an item for each slot. */
async function createQueues(fromMs: number): Promise<void> {
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const slots = Array.from({ length: 5 }, (_, index) => fromMs + index * 60_000).map((timeMs) => {
    return { weekday: days[new Date(timeMs).getUTCDay()], time: minuteOf(timeMs) };
  });
  for (const queue of named('queue', 4)) {
    await call('POST', '/queues', { name: queue, time_zone: 'UTC', slots });
    for (const name of named(`${queue} item`, 5)) {
      await call('POST', '/content', { title: name, description: textOf(name), platforms: ['twitter'], queue });
    }
  }
}

/** Let every platform lie in turn until the returned function is called. The service may be down. */
function lieInTurn(): () => void {
  let turn = 0;
  const lie = async () => {
    const script = LIES[turn++ % LIES.length]!;
    for (const platform of PLATFORMS) {
      await tellSimulator(origin(), 'scripts', { platform, script, times: 1_000, every: EVERY }).catch(() => {});
    }
  };
  const timer = setInterval(lie, LIE_MS);
  return () => clearInterval(timer);
}

async function loadItems(): Promise<Item[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    type Page = { data: { id: string }[]; pagination: { next_cursor: string | null } };
    const page = (await call('GET', `/content?limit=100${cursor && `&cursor=${cursor}`}`)) as Page;
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.pagination.next_cursor ?? '';
  } while (cursor);
  const items: Item[] = [];
  for (const id of ids) items.push((await call('GET', `/content/${id}`)) as Item);
  return items;
}

const checksOf = ({ timeline }: Target) => timeline.filter(({ type }) => type === 'checked').length;

/** Whether nothing happens to a target any more, but for late checks of an unknown outcome. */
function isSettled(target: Target): boolean {
  if (target.status !== 'unconfirmed')
    return target.status !== 'scheduled' && !['pending', 'publishing'].includes(target.status);
  return target.next_check_at === null || checksOf(target) >= MIN_CHECKS;
}

async function waitUntilSettled(count: number): Promise<Item[]> {
  const endMs = Date.now() + DEADLINE_MS;
  for (;;) {
    const items = await loadItems();
    const open = items.filter(({ targets }) => !targets.every(isSettled));
    if (items.length >= count && open.length === 0) return items;
    if (Date.now() > endMs) throw new Error(`${items.length} items; still open: ${JSON.stringify(open.slice(0, 5))}`);
    await sleep(5_000);
  }
}

type LivePosts = Awaited<ReturnType<typeof listPosts>>;

/** List the parts of all items, each with the posts that have exactly its text. */
function partsOf(items: Item[], posts: LivePosts): Part[] {
  const byText = Map.groupBy(posts, ({ platform, text }) => `${platform} ${text}`);
  return items.flatMap(({ title, targets, published_texts }) =>
    targets.flatMap((target): Part[] => {
      const { platform, parts } = target;
      const { texts } = published_texts.find((each) => each.platform === platform)!;
      return texts.map((text, index) => {
        const { status, platform_post_id: id } = parts[index] ?? target;
        const live = byText.get(`${platform} ${text}`) ?? [];
        return { name: `${title} ${index}`, platform, status, target, id, isFirst: index === 0, live };
      });
    }),
  );
}

const brief = ({ name, platform, status, id, target, live }: Part) =>
  `${name} on ${platform}: ${status} ${id}, checked ${checksOf(target)} times, ${live.map((post) => `${post.id} at ${post.at}`)}`;

test('200 items of every kind, lies, and five kills of the service: nothing is live twice, early or lost, and every state is true', async () => {
  const parameters = { utm_source: '{platform}', utm_medium: 'social', utm_campaign: 'camp', utm_content: '{date}' };
  await call('POST', '/link-rules', {
    scope: 'workspace',
    hosts: ['example.com'],
    parameters: { ...parameters, utm_term: 't' },
  });
  const startMs = Date.now();
  await createItems(startMs + AHEAD_MS);
  const endLies = lieInTurn();
  const firstKillMs = Math.max(Date.now(), startMs + AHEAD_MS);
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(Math.max(0, firstKillMs + 7_000 - Date.now(), kill === 0 ? 0 : 12_000));
    await running.stop('SIGKILL');
    await start();
  }
  await sleep(Math.max(0, startMs + AHEAD_MS + SPREAD_MS - Date.now()));
  const items = await waitUntilSettled(200);
  endLies();

  const posts = await listPosts(origin());
  const parts = partsOf(items, posts);
  const states = Object.entries(Object.groupBy(parts, ({ status }) => status));
  const seconds = Math.round((Date.now() - startMs) / 1000);
  const counts = states.map(([status, all]) => `${status} ${all!.length}`).join(', ');
  console.log(`${items.length} items, ${parts.length} parts, ${posts.length} live in ${seconds} s: ${counts}.`);

  const titles = items.map(({ title }) => title);
  expect(
    titles.filter((title, index) => titles.indexOf(title) !== index),
    'an item is created once',
  ).toEqual([]);
  expect(items).toHaveLength(200);
  const known = new Set(parts.flatMap(({ live }) => live.map(({ id }) => id)));
  expect(
    posts.filter(({ id }) => !known.has(id)),
    'what is live has the text that its item shows',
  ).toEqual([]);
  const faults = (isWrong: (part: Part) => boolean) => parts.filter(isWrong).map(brief);
  expect(
    faults(({ live }) => live.length > 1),
    'twice',
  ).toEqual([]);
  const isEarly = ({ isFirst, target, live }: Part) => isFirst && live.some(({ at }) => at < target.scheduled_at);
  expect(faults(isEarly), 'early').toEqual([]);
  const isFalse = ({ status, id, live }: Part) =>
    (status === 'published' && live[0]?.id !== id) || (status === 'failed' && live.length > 0);
  expect(faults(isFalse), 'a wrong state').toEqual([]);
  const isLost = ({ status, platform, live }: Part) =>
    status === 'unconfirmed' && live.length > 0 && SHOWN.includes(platform);
  expect(faults(isLost), 'live, and not found').toEqual([]);
  const open = ['published', 'unconfirmed'];
  const isUndone = ({ status, target }: Part) => !open.includes(status) && target.status !== 'unconfirmed';
  expect(faults(isUndone), 'lost').toEqual([]);
}, 3_600_000);
