import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { getTableInfo, scanTable } from '../../test/e2e/assertions.ts';
import { useRunningService } from '../../test/e2e/running-service.ts';
import type { JsonApiClient } from '../../tools/local-stack/api-client.ts';
import { tableClient } from '../../tools/local-stack/seed.ts';
import { externalIdOn, newLoadWorkspace, TEXT_PLATFORMS, tellSimulator } from './load-workspaces.ts';

const POSTS = 300;
const WORKSPACES = 4;
const KILLS = 5;
const PER_ACCOUNT = POSTS / WORKSPACES / TEXT_PLATFORMS.length;
/** Each account loses a fifth of its responses, or gets a wrong one. */
const FAULTS = ['ok_then_drop', '500_before_effect', '201_without_id', 'drop_before_effect'];
const TIMES = PER_ACCOUNT / 5;
const AHEAD_MS = 10_000;
const DEADLINE_MS = 120_000;

/** A post that exists, with the URLs of its images on Instagram, which tell whose it is where texts are equal. */
interface LivePost {
  platform: Platform;
  id: string;
  account: string;
  text: string;
  imageUrls: string | null;
}

interface Planned {
  platform: Platform;
  account: string;
  text: string;
  /** The number of the pair; null for an item with a text of its own. */
  pair: number | null;
  image: string;
}

/** An item as the API returns it. */
interface Item {
  targets: { schedule_id: string; status: string }[];
}

type Entry = ScheduleEntry & { pk: string; sk: string };
type Outcome = Planned & { entry: Entry };

const { service, folder } = useRunningService();
let callers: JsonApiClient[];

beforeAll(async () => {
  callers = await Promise.all(Array.from({ length: WORKSPACES }, (_, index) => newLoadWorkspace(service, index)));
  // Each text is published several times.
  await Promise.all(callers.map((call) => call('PUT', '/workspace', { duplicate_guard_hours: 0 })));
});

/**
 * The items of one account. A third of them are in pairs. The texts of every second pair are the same to a reader and
 * to the service, but not letter by letter, so that the simulator knows whose post is whose.
 */
function planItems(platform: Platform, workspace: number): Planned[] {
  return Array.from({ length: PER_ACCOUNT }, (_, item) => {
    const pair = item < 2 * Math.round(PER_ACCOUNT / 6) ? Math.floor(item / 2) : null;
    const name = `${platform} ${workspace} ${pair === null ? `item ${item}` : `pair ${pair}`}`;
    const accent = pair !== null && pair % 2 === 1 && item % 2 === 1 ? 'Cafe\u0301' : 'Café';
    const image = `https://images.example.com/${platform}-${workspace}-${item}.jpg`;
    return { platform, account: externalIdOn(platform, workspace), text: `${accent}, ${name}`, pair, image };
  });
}

/** Create the items, due at this time; those that a busy machine creates later are due at once. */
async function schedule(planned: Planned[][], dueMs: number): Promise<Map<string, Planned>> {
  const byEntry = new Map<string, Planned>();
  const requests = planned.flatMap((items, workspace) => items.map((item) => ({ item, call: callers[workspace]! })));
  const left = requests.values();
  const work = async () => {
    for (const { item, call } of left) {
      const { platform, text, image } = item;
      const media = platform === 'instagram' ? { media: [{ url: image, type: 'image' }] } : {};
      const scheduled_at = new Date(Math.max(dueMs, Date.now())).toISOString();
      const body = { title: text, platforms: [platform], scheduled_at, ...media };
      const { targets } = (await call('POST', '/content', body)) as Item;
      byEntry.set(targets[0]!.schedule_id, item);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return byEntry;
}

/** The current entries of the planned items; a retry has replaced the first entry of its item. */
async function loadOutcomes(byEntry: Map<string, Planned>): Promise<Outcome[]> {
  const items = await scanTable(getTableInfo(service));
  const entries = items.filter((item) => item.entity === 'ScheduleEntry') as unknown as Entry[];
  return entries.flatMap((entry) => {
    const planned = byEntry.get(entry.id);
    return planned ? [{ ...planned, entry }] : [];
  });
}

function livePosts(): LivePost[] {
  const database = new DatabaseSync(join(folder, 'simulator.sqlite'), { readOnly: true });
  const rows = database
    .prepare(`SELECT posts.platform, posts.id, posts.account, posts.text,
    image_urls AS imageUrls FROM posts LEFT JOIN instagram_containers ON media_id = posts.id`)
    .all();
  database.close();
  return rows as unknown as LivePost[];
}

/** Whether a post may be this item's, by what only the simulator knows. The posts of equal pairs do not differ. */
function isPostOf({ platform, account, text, image }: Outcome, post: LivePost): boolean {
  if (post.platform !== platform || post.account !== account || post.text !== text) return false;
  return platform !== 'instagram' || Boolean(post.imageUrls?.includes(image));
}

const isUndecided = ({ entry: { state, error } }: Outcome) =>
  state === 'claimed' || state === 'sending' || (state === 'pending' && error === null);

/** Kill publish functions at work, one after the other. */
async function killWhileBusy(kills: number): Promise<number> {
  let killed = 0;
  const endMs = Date.now() + DEADLINE_MS / 2;
  for (let turn = 0; killed < kills && Date.now() < endMs; turn++) {
    if (service.kill(`on-publish-due/${TEXT_PLATFORMS[turn % TEXT_PLATFORMS.length]}`)) killed += 1;
    await sleep(150);
  }
  return killed;
}

/** Wait until only entries of killed functions are undecided: nothing has changed for three seconds. */
async function waitForStandstill(byEntry: Map<string, Planned>): Promise<Outcome[]> {
  const endMs = Date.now() + DEADLINE_MS;
  let before = '';
  for (;;) {
    const outcomes = await loadOutcomes(byEntry);
    const undecided = outcomes.filter(isUndecided).map(({ entry }) => `${entry.id} ${entry.version}`);
    const isStill = undecided.join() === before && undecided.length <= 4 * KILLS;
    if (isStill || Date.now() > endMs) return outcomes;
    before = undecided.join();
    await sleep(3_000);
  }
}

/** Process these entries now, as if their lease or the time until their next check had passed. */
async function processNow(outcomes: Outcome[], byEntry: Map<string, Planned>): Promise<void> {
  const table = getTableInfo(service);
  const client = tableClient(table);
  const past = new Date(Date.now() - 1_000).toISOString();
  const due = outcomes.filter(({ entry }) => entry.due_at !== null);
  const left = due.values();
  const work = async () => {
    for (const { platform, entry } of left) {
      await client
        .send(
          new UpdateCommand({
            TableName: table.tableName,
            Key: { pk: entry.pk, sk: entry.sk },
            UpdateExpression: 'SET due_at = :past, due_sk = :past',
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':past': past, ':version': entry.version },
          }),
        )
        .catch(() => {
          // It has changed since.
        });
      const message = { workspace_id: entry.workspace_id, schedule_id: entry.id };
      await service.invoke(`on-publish-due/${platform}`, message);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  client.destroy();
  await waitForChange(due, byEntry);
}

/** Wait until each of these entries has changed: a worker of the queue may be the one that processes it. */
async function waitForChange(before: Outcome[], byEntry: Map<string, Planned>): Promise<void> {
  const versions = new Map(before.map(({ entry }) => [entry.id, entry.version]));
  await waitWhile(byEntry, ({ entry }) => versions.get(entry.id) === entry.version);
}

/** Wait until no attempt is at work or planned: Instagram shows that a post is not live, which is then sent again. */
async function waitForAttempts(byEntry: Map<string, Planned>): Promise<void> {
  await waitWhile(byEntry, ({ entry }) => ['pending', 'claimed', 'sending'].includes(entry.state));
}

async function waitWhile(byEntry: Map<string, Planned>, isOpen: (outcome: Outcome) => boolean): Promise<void> {
  const endMs = Date.now() + DEADLINE_MS;
  for (;;) {
    const open = (await loadOutcomes(byEntry)).filter(isOpen);
    if (open.length === 0) return;
    if (Date.now() > endMs) throw new Error(`Still open: ${JSON.stringify(open.map(summarize))}`);
    await sleep(1_000);
  }
}

/**
 * LinkedIn reveals a post only by the rejection of its repetition. The retries of an account follow each other, so that
 * none is being sent while the post of its pair is identified.
 */
async function retryOnLinkedIn(outcomes: Outcome[], byEntry: Map<string, Planned>): Promise<void> {
  const inDoubt = outcomes.filter(({ platform, entry }) => platform === 'linkedin' && entry.state === 'unconfirmed');
  const byAccount = Object.values(Object.groupBy(inDoubt, ({ account }) => account));
  const retryEach = async (ofAccount: Outcome[] = []) => {
    for (const outcome of ofAccount) await retryOne(outcome, byEntry);
  };
  await Promise.all(byAccount.map(retryEach));
}

/** Report an item on LinkedIn as failed, retry it, and wait for the outcome. */
async function retryOne(outcome: Outcome, byEntry: Map<string, Planned>): Promise<void> {
  const { content_id, id, workspace_id } = outcome.entry;
  const call = callers[Number(outcome.account.slice(-1))]!;
  await call('POST', `/content/${content_id}/targets/linkedin/resolve`, { outcome: 'failed', schedule_id: id });
  const retried = (await call('POST', `/content/${content_id}/retry`, {})) as Item;
  const { schedule_id } = retried.targets[0]!;
  byEntry.delete(id);
  byEntry.set(schedule_id, outcome);
  await service.invoke('on-publish-due/linkedin', { workspace_id, schedule_id });
  // A worker of the queue may be the one that sends it.
  const endMs = Date.now() + DEADLINE_MS;
  for (;;) {
    const { status } = ((await call('GET', `/content/${content_id}`)) as Item).targets[0]!;
    if (status !== 'pending' && status !== 'publishing') return;
    if (Date.now() > endMs) throw new Error(`The retry ${schedule_id} is still ${status}.`);
    await sleep(250);
  }
}

/** The other item of a pair; none for an item with a text of its own. */
function otherOf(outcome: Outcome, outcomes: Outcome[]): Outcome | undefined {
  const pairOf = ({ platform, account, pair }: Outcome) => [platform, account, pair].join();
  if (outcome.pair === null) return undefined;
  return outcomes.find((other) => other !== outcome && pairOf(other) === pairOf(outcome));
}

/** Whether another item with the same text is in doubt, so that a post may be the one's or the other's. */
function hasUnconfirmedDuplicate(outcome: Outcome, outcomes: Outcome[]): boolean {
  return (otherOf(outcome, outcomes)?.entry.unconfirmed_send?.sends ?? []).length > 0;
}

function summarize({ entry, text }: Outcome) {
  const { id, state, error, due_at, platform_post_id, attempts, unconfirmed_send } = entry;
  const sends = unconfirmed_send?.sends?.map(({ sent_at, ended_at }) => `${sent_at} to ${ended_at}`);
  return { id, text: visible(text), state, error: error?.code, due_at, platform_post_id, attempts, sends };
}

/** A text whose letters differ where its bytes do. */
const visible = (text: string) => text.replaceAll('\u0301', '\\u0301');

test('300 posts, a third with the text of another, a fifth of the responses lost or wrong, five kills: no id belongs to two, and what is revealed is found', async () => {
  for (const [place, platform] of TEXT_PLATFORMS.entries()) {
    for (let workspace = 0; workspace < WORKSPACES; workspace++) {
      const script = FAULTS[(place + workspace) % FAULTS.length]!;
      const order = { platform, script, times: TIMES, account: externalIdOn(platform, workspace) };
      await tellSimulator(service.url, 'scripts', order);
    }
  }
  const startMs = Date.now();
  const planned = callers.map((_, workspace) => TEXT_PLATFORMS.flatMap((platform) => planItems(platform, workspace)));
  expect(planned.flat()).toHaveLength(POSTS);
  expect(planned.flat().filter(({ pair }) => pair !== null)).toHaveLength(96);
  const byEntry = await schedule(planned, startMs + AHEAD_MS);
  await sleep(Math.max(0, startMs + AHEAD_MS + 500 - Date.now()));
  expect(await killWhileBusy(KILLS)).toBe(KILLS);

  await processNow((await waitForStandstill(byEntry)).filter(isUndecided), byEntry);
  await waitForAttempts(byEntry);
  // Twice: an item in doubt is found when another one with its text has been found, on LinkedIn by another retry.
  for (let round = 0; round < 2; round++) {
    await retryOnLinkedIn(await loadOutcomes(byEntry), byEntry);
    const inDoubt = (await loadOutcomes(byEntry)).filter(({ entry }) => entry.state === 'unconfirmed');
    await processNow(inDoubt, byEntry);
    await waitForAttempts(byEntry);
  }

  const outcomes = await loadOutcomes(byEntry);
  const live = livePosts();
  const byState = Object.entries(Object.groupBy(outcomes, ({ entry }) => entry.state));
  const counts = byState.map(([state, entries]) => `${state} ${entries.length}`).join(', ');
  console.log(`${live.length} posts are live; ${counts}. ${Math.round((Date.now() - startMs) / 1000)} s.`);

  const ids = outcomes.flatMap(({ entry }) => entry.platform_post_id ?? []);
  expect(new Set(ids).size, 'an id belongs to one target').toBe(ids.length);
  const explain = (outcome: Outcome) => {
    const { account, text } = outcome;
    const alike = live.filter((post) => post.account === account && post.text.normalize() === text.normalize());
    const posts = alike.map((post) => `${post.id}: ${visible(post.text)}`);
    const other = otherOf(outcome, outcomes);
    return { ...summarize(outcome), posts, other: other && summarize(other) };
  };
  const published = outcomes.filter(({ entry }) => entry.state === 'published');
  expect(published.filter(({ entry }) => entry.platform_post_id === null).map(explain)).toEqual([]);
  const hasForeignId = (outcome: Outcome) =>
    !live.some((post) => post.id === outcome.entry.platform_post_id && isPostOf(outcome, post));
  expect(published.filter(hasForeignId).map(explain), 'each has its own id').toEqual([]);

  const known = new Set(ids);
  const lost = outcomes.filter(
    (outcome) =>
      outcome.entry.state !== 'published' &&
      live.some((post) => isPostOf(outcome, post) && !known.has(post.id)) &&
      !hasUnconfirmedDuplicate(outcome, outcomes),
  );
  expect(lost.map(explain), 'every post that the platform reveals is found').toEqual([]);
  const found = published.filter(({ entry }) => (entry.unconfirmed_send ?? null) !== null);
  console.log(`${found.length} of them were found after a lost response.`);
  expect(found.length).toBeGreaterThan(POSTS / 20);
  // It ends a measurement that hangs. On a busy machine, the retries alone take minutes.
}, 600_000);
