import { expect } from 'vitest';
import { handler as onPublishDue } from '../../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import { toContentResponse } from '../../../lib/content/rules/view/content-view.ts';
import { loadContent } from '../../../lib/content/store/contents.ts';
import { PERMISSIONS } from '../../../lib/core/api/permission.ts';
import type { WorkspaceSettings } from '../../../lib/identity/rules/workspace-settings.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { PLATFORMS } from '../../../lib/platforms/platforms.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../../functions/api-harness.ts';
import { newContent, newMember, PICTURES, setWorkspace } from '../../functions/resources.ts';
import { newRandom, type Random } from '../../functions/seeded/random.ts';
import { note, type Traced } from '../../functions/seeded/trace.ts';
import { currentPlatforms } from '../../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../../functions/tenants.ts';
import {
  currentHarness,
  lambdaContext,
  processStreamRecords,
  storedRecords,
  streamRecord,
} from '../../functions/worker-harness.ts';
import { newLinkRule } from '../../link-rules/new-link-rule.ts';
import { ACCOUNTS, TOKEN } from '../../platforms/platforms.ts';

const DAY_SECONDS = 86_400;

/** The accounts on each platform: the first is connected when a run begins. */
export const EXTERNAL_IDS: Record<Platform, string> = {
  ...(Object.fromEntries(PLATFORMS.map((name) => [name, ACCOUNTS[name].externalId])) as Record<Platform, string>),
  linkedin: 'urn:li:organization:5001',
};

export interface PartView {
  index: number;
  kind: 'post' | 'reply' | 'comment';
  status: string;
  platform_post_id: string | null;
  url: string | null;
}

export interface TargetView {
  platform: Platform;
  account_id: string | null;
  status: string;
  schedule_id: string;
  platform_post_id: string | null;
  url: string | null;
  error: { code: string } | null;
  next_check_at: string | null;
  retry_may_duplicate?: boolean;
  parts: PartView[];
  available_actions: string[];
}

export interface ItemView {
  id: string;
  status: string;
  scheduled_at: string | null;
  first_comment: string | null;
  thread: { text: string }[];
  platform_options: Partial<Record<Platform, Json>>;
  targets: TargetView[];
  available_actions: string[];
  approval: { content_hash: string } | null;
}

/** A post or comment that a platform has, with the part of an item that it shows. */
export interface LivePost {
  platform: Platform;
  id: string;
  text: string;
  /** The texts that were sent together, as they were written. Bluesky stores all parts in one commit. */
  sent: string;
  item: string;
  role: string;
  /** The entry whose worker has sent it. */
  entryId: string;
  replyTo: string | null;
}

/** An item, and what callers have done to it. */
export interface Item {
  name: string;
  id: string;
  /** How often a text was edited. */
  revision: number;
  isDeleted: boolean;
  /** What the trace has last said of it. */
  state: string;
}

/** What a person has reported about a part, and the post that the URL names. */
export interface Report {
  item: string;
  platform: Platform;
  role: string;
  outcome: 'published' | 'failed';
  url: string | null;
}

/** What a person knows of an item: the last response, and what the platforms showed when they looked. */
export interface View {
  item: ItemView;
  etag: string;
  seen: LivePost[];
}

export interface World extends Traced {
  random: Random;
  tenant: Tenant;
  token: string;
  items: Item[];
  /** By person and item. */
  views: Map<string, View>;
  live: LivePost[];
  reports: Report[];
  /** How many further posts of a part people have insisted on although the response warned of it. */
  insisted: Map<string, number>;
  /** What every URL that a person has named leads to. */
  named: Map<string, LivePost>;
  settings: Pick<WorkspaceSettings, 'approval' | 'approval_method'>;
  /** The token of a person who may approve what others have written. */
  approver: string;
  /** Requests that clients send again later. */
  lost: (() => Promise<void>)[];
}

export const PEOPLE = ['Ada', 'Bob', 'Cy'];

/** Create a workspace with accounts on all platforms and three items. */
export async function newWorld(seed: number): Promise<World> {
  const random = newRandom(seed);
  const tenant = await newTenant();
  await newLinkRule(tenant, { parameters: PARAMETERS });
  const token = await newToken(tenant, PERMISSIONS, 60 * DAY_SECONDS);
  const approval = random.chance(0.2) ? ('required' as const) : ('none' as const);
  const settings = { approval, approval_method: 'session' as const };
  if (settings.approval === 'required') await setWorkspace(tenant, settings);
  const approver = settings.approval === 'required' ? (await newMember(tenant, 'approver')).token : token;
  const world: World = {
    ...{ random, tenant: { ...tenant, token }, token, items: [], views: new Map(), live: [], reports: [] },
    ...{ insisted: new Map(), named: new Map(), settings, approver, lost: [], trace: [], numbers: new Map() },
  };
  const [one, other] = [random.pick(PLATFORMS), random.pick(PLATFORMS)];
  const platforms = random.chance(0.6) ? [one] : [...new Set([one, other])];
  // Items on the same platforms, often at the same time: a person confuses them.
  for (const name of ['A', 'B', 'C']) {
    world.items.push(await newItem(world, name, platforms, random.chance(0.7) ? 60 : 180));
  }
  for (const platform of platforms) await connectAccount(world, platform);
  for (const person of PEOPLE) for (const item of world.items) await look(world, person, item);
  return world;
}

/** What a link rule adds to the URL of each text. The table returns the parameters in another order at each read. */
const PARAMETERS = {
  utm_source: '{platform}',
  utm_medium: 'social',
  utm_campaign: 'c',
  utm_content: '{date}',
  utm_term: 't',
};

/** Return a text without what a link rule has added. */
const withoutParameters = (text: string) => text.replaceAll(/\?\S+/g, '');

/** Return the text of a part, which names the part. */
export const textOf = (item: string, role: string, revision: number) =>
  `${item} ${role} r${revision} https://example.com/`;

async function newItem({ random, tenant }: World, name: string, platforms: Platform[], seconds: number): Promise<Item> {
  const threads: Platform[] = platforms.filter((platform) => platform === 'twitter' || platform === 'bluesky');
  const replies = threads.length > 0 && random.chance(0.6) ? 1 + random.below(2) : 0;
  const hasComment = random.chance(0.9);
  const options: Record<string, Json> = {};
  for (const platform of platforms) {
    const media = platform === 'instagram' ? { media: PICTURES } : {};
    const thread = replies > 0 && !threads.includes(platform) ? { thread: [] } : {};
    options[platform] = { ...media, ...thread };
  }
  const { id } = await newContent(tenant, {
    ...{ title: `Item ${name}`, platforms, media: [], platform_options: options },
    description: textOf(name, 'post', 0),
    thread: Array.from({ length: replies }, (_, index) => ({ text: textOf(name, `reply${index + 1}`, 0) })),
    first_comment: hasComment ? textOf(name, 'comment', 0) : null,
    scheduled_at: inSeconds(seconds),
  });
  return { name, id, revision: 0, isDeleted: false, state: '' };
}

/** Connect the account of a platform, again after it was deleted. */
export async function connectAccount({ token }: World, platform: Platform) {
  const external_id = EXTERNAL_IDS[platform];
  const expires_in = 60 * DAY_SECONDS;
  if (platform === 'instagram') {
    await currentPlatforms().register({ platform, account: external_id, access_token: TOKEN, expires_in });
  }
  const credentials = platform === 'bluesky' ? { app_password: 'app-password' } : { access_token: TOKEN, expires_in };
  return callApi('accounts.create', { token, body: { platform, external_id, ...credentials } });
}

/** Build the response that shows an item now, without the cost of a request. */
export async function itemNow({ tenant, settings }: World, { id }: Item): Promise<ItemView> {
  const content = await loadContent(tenant.workspace.id, id);
  return toContentResponse(content!, settings) as unknown as ItemView;
}

/** Let a person retrieve an item and look at the platforms. */
export async function look(world: World, person: string, item: Item): Promise<void> {
  const { status, json, headers } = await callApi('content.get', { token: world.token, params: { id: item.id } });
  if (status !== 200) return;
  const view = { item: json as unknown as ItemView, etag: headers.etag!, seen: [...world.live] };
  world.views.set(`${person} ${item.name}`, view);
}

/** Name a part: those of a target without parts is its post. */
export function roleOf({ parts }: TargetView, index: number): string {
  const kind = parts[index]?.kind ?? 'post';
  return kind === 'reply' ? `reply${index}` : kind;
}

/** Name all parts of a target. */
export const rolesOf = (target: TargetView): string[] =>
  target.parts.length === 0 ? ['post'] : target.parts.map((_, index) => roleOf(target, index));

/** List the posts of a part that are live. */
export function liveOf(posts: LivePost[], item: string, platform: Platform, role: string): LivePost[] {
  return posts.filter((post) => post.item === item && post.platform === platform && post.role === role);
}

/** Return a URL of a post, as a person copies it. */
export function urlOf({ random, named }: World, post: LivePost): string {
  const url = random.pick(urlsOf(post));
  named.set(url, post);
  return url;
}

function urlsOf({ platform, id, role, replyTo }: LivePost): string[] {
  if (platform === 'twitter') return [`https://x.com/i/web/status/${id}`, `https://x.com/acme/status/${id}`];
  if (platform === 'bluesky') {
    const [did, , key] = id.slice('at://'.length).split('/') as [string, string, string];
    const handle = `${did.slice('did:plc:'.length)}.test`;
    return [did, handle].map((name) => `https://bsky.app/profile/${name}/post/${key}`);
  }
  if (platform === 'linkedin') {
    if (role !== 'comment') return [`https://www.linkedin.com/feed/update/${id}`];
    const comment = encodeURIComponent(id).replaceAll('(', '%28').replaceAll(')', '%29');
    return [`https://www.linkedin.com/feed/update/${replyTo}?commentUrn=${comment}`];
  }
  const code = Buffer.from(replyTo ?? id).toString('base64url');
  if (role === 'comment') return [`https://www.instagram.com/p/${code}/c/${id}/`];
  return [`https://www.instagram.com/p/${code}/`, `https://www.instagram.com/acme/reel/${code}/`];
}

/** List the schedule entries that have something to do, the next one first. Ids are random: they decide no order. */
export function dueEntries({ items }: World): ScheduleEntry[] {
  const entries = storedRecords<ScheduleEntry>(currentHarness(), 'ScheduleEntry').filter(
    ({ due_at }) => due_at !== null,
  );
  const nameOf = ({ content_id }: ScheduleEntry) => items.find(({ id }) => id === content_id)?.name;
  const orderOf = (entry: ScheduleEntry) => [entry.due_at, nameOf(entry), entry.platform].join(' ');
  return entries.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** Invoke the publish function for an entry at its time. The posts that exist afterwards, and did not before, are its own. */
export async function runEntry(world: World, { id: schedule_id, workspace_id, due_at }: ScheduleEntry): Promise<void> {
  if (due_at !== null) advanceTime(Math.max(0, Date.parse(due_at) - Date.now()));
  try {
    await onPublishDue({ workspace_id, schedule_id }, lambdaContext());
  } finally {
    const posts = await currentPlatforms().posts();
    const created = posts.slice(world.live.length);
    for (const { platform, id, text, reply_to = null } of created) {
      const [item = '', role = ''] = text.split(' ');
      world.live.push({
        platform: platform as Platform,
        id,
        text,
        sent: (platform === 'bluesky' ? created.map((post) => post.text) : [text]).map(withoutParameters).join(', '),
        item,
        role,
        entryId: schedule_id,
        replyTo: reply_to,
      });
    }
  }
}

/** Process every change of the table, and those that follow. */
export async function followChanges(): Promise<void> {
  const { table } = currentHarness();
  for (let changes = table.changes(); changes.length > 0; changes = table.changes()) {
    table.forgetChanges();
    const records = changes.map(({ before, after }) => streamRecord(before, after));
    expect(await processStreamRecords(records)).toEqual([]);
  }
}

/** Perform everything that is due until nothing is, without lies. */
export async function settle(world: World): Promise<void> {
  await followChanges();
  for (let runs = 0; ; runs++) {
    const [next] = dueEntries(world);
    if (!next) return;
    expect(runs, 'something is due for ever').toBeLessThan(150);
    await runEntry(world, next);
    await followChanges();
  }
}

/** Remember a request of which the response before it said that it may create a second post. */
export async function rememberInsistence(world: World, item: Item, earlier: ItemView): Promise<void> {
  const after = await itemNow(world, item);
  for (const target of earlier.targets) {
    const next = after.targets.find(({ platform }) => platform === target.platform);
    if (!target.retry_may_duplicate || next?.schedule_id === target.schedule_id) continue;
    const confirmed = target.parts.filter(({ status }) => status === 'published').length;
    const roles = target.platform === 'bluesky' ? rolesOf(target) : [roleOf(target, confirmed)];
    for (const role of roles) {
      const key = `${item.name} ${target.platform} ${role}`;
      note(world, `  insists on ${key}`);
      world.insisted.set(key, (world.insisted.get(key) ?? 0) + 1);
    }
  }
}
