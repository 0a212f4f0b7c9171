import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { PERMISSIONS } from '../../lib/core/api/permission.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, type Json, START, succeed } from '../functions/api-harness.ts';
import { newTenantOfEqualPosts } from '../functions/resources.ts';
import { type DueMessage, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

/**
 * Two items with the same or a similar text on the same account or on two, in any order of sending, losing responses,
 * rejecting, checking, deleting, resolving and retrying. The simulator knows which send created which post. On X,
 * either text may be that of the second part of a thread, whose first part is live.
 */

const harness = setupWorkers();
const platforms = simulatePlatforms();

/** Texts that platforms show as they are, trimmed, or composed. The first three are the same to a platform. */
const TEXTS = ['Café, open 24/7', 'Cafe\u0301, open 24/7', 'Café, open 24/7 ', 'Café, open 247', 'Café,  open 24/7'];
const SAME_TEXTS = 3;

const SCRIPTS = [
  ...['ok', 'ok', 'ok_then_drop', '500_after_effect', '201_without_id'],
  ...['drop_before_effect', '500_before_effect', 'duplicate', '402'],
];

type Step =
  | { action: 'send' | 'retry'; item: 0 | 1; script: string }
  | { action: 'check' | 'delete' | 'nameOwnPost' | 'namePostOfOther' | 'resolveAsFailed'; item: 0 | 1 }
  | { action: 'pass'; seconds: number };

const item = fc.constantFrom(0 as const, 1 as const);
const script = fc.constantFrom(...SCRIPTS);
const tail: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ action: fc.constant('check' as const), item }) },
    {
      weight: 3,
      arbitrary: fc.record({ action: fc.constant('pass' as const), seconds: fc.constantFrom(1, 1, 30, 90, 900) }),
    },
    { weight: 1, arbitrary: fc.record({ action: fc.constant('delete' as const), item }) },
    { weight: 1, arbitrary: fc.record({ action: fc.constant('nameOwnPost' as const), item }) },
    { weight: 3, arbitrary: fc.record({ action: fc.constant('namePostOfOther' as const), item }) },
    { weight: 2, arbitrary: fc.record({ action: fc.constant('resolveAsFailed' as const), item }) },
    { weight: 3, arbitrary: fc.record({ action: fc.constant('retry' as const), item, script }) },
  ),
  { maxLength: 10 },
);
const text = fc.constantFrom(...TEXTS);
const pairs = fc.record({
  texts: fc.oneof(
    text.map((same): [string, string] => [same, same]),
    fc.tuple(text, text),
  ),
  // Two items of one workspace, of two with one account, or of two with an account each.
  place: fc.constantFrom('workspace' as const, 'workspace' as const, 'account' as const, 'apart' as const),
  areThreads: fc.constantFrom([false, false], [false, false], [true, false], [false, true], [true, true]),
  // Most of them are sent at nearly the same time.
  steps: fc
    .tuple(item, script, script, fc.constantFrom(0, 1, 20, 900), tail)
    .map(([first, one, other, seconds, rest]): Step[] => [
      { action: 'send', item: first, script: one },
      { action: 'pass', seconds },
      { action: 'send', item: first === 0 ? 1 : 0, script: other },
      ...rest,
    ]),
});

/** One of the two items, and what is true of it: the posts that its sends created, and when they were sent. */
interface Duplicate {
  tenant: Tenant;
  token: string;
  account: string;
  text: string;
  /** The text is that of the second part of a thread. */
  isThread: boolean;
  contentId: string;
  dueMessage: DueMessage | null;
  posts: string[];
  sentAtMs: number[];
  isDeleted: boolean;
  isResolvedByHand: boolean;
}

/** How often each interesting end was reached, so that no invariant holds vacuously. */
const seen = { published: 0, found: 0, unconfirmed: 0, failed: 0, ambiguous: 0, claimedByOther: 0, partsFound: 0 };

let accounts = 0;

/** How many posts the platforms have: each is listed once. */
let listed: number;
beforeEach(() => {
  listed = 0;
});

async function newDuplicate(
  platform: Platform,
  tenant: Tenant,
  { account, text, isThread }: Pick<Duplicate, 'account' | 'text' | 'isThread'>,
): Promise<Duplicate> {
  accounts += 1;
  const texts = isThread ? { description: `Thread ${accounts}`, thread: [{ text }] } : { description: text };
  const { contentId } = await scheduleContent(tenant, platform, texts, 86_400);
  const found = { posts: [], sentAtMs: [], isDeleted: false, isResolvedByHand: false };
  // Valid for longer than any run: a token per request would take a tenth of the time.
  const token = await newToken(tenant, PERMISSIONS, 30 * 86_400);
  return { tenant, token, account, text, isThread, contentId, dueMessage: null, ...found };
}

async function newTenantWith(platform: Platform, account: string): Promise<Tenant> {
  const tenant = await newTenantOfEqualPosts();
  const external_id = platform === 'linkedin' ? `urn:li:organization:${account}` : account;
  // An unregistered token is its own account on X.
  const body = { platform, external_id, access_token: `token-${account}` };
  await succeed('accounts.create', { token: await newToken(tenant), body });
  return tenant;
}

async function newDuplicates(
  platform: Platform,
  place: string,
  texts: [string, string],
  areThreads: readonly boolean[],
): Promise<[Duplicate, Duplicate]> {
  accounts += 1;
  const account = String(5_000_000 + accounts);
  const tenant = await newTenantWith(platform, account);
  const other = place === 'apart' ? `${account}7` : account;
  const second = place === 'workspace' ? tenant : await newTenantWith(platform, other);
  const [one, two] = areThreads.map((isThread) => isThread && platform === 'twitter') as [boolean, boolean];
  return [
    await newDuplicate(platform, tenant, { account, text: texts[0], isThread: one }),
    await newDuplicate(platform, second, { account: other, text: texts[1], isThread: two }),
  ];
}

/** The target of an item; of a thread, with the outcome of its second part. */
async function targetOf({ token, contentId, isThread }: Duplicate): Promise<Json | undefined> {
  const { json } = await callApi('content.get', { token, params: { id: contentId } });
  const target = (json.targets as Json[] | undefined)?.[0];
  return target && isThread ? { ...target, ...(target.parts as Json[])[1] } : target;
}

/** Invoke the publish function. The posts that exist afterwards, and did not before, are this item's. */
async function runWorker(duplicate: Duplicate): Promise<void> {
  await onPublishDue(duplicate.dueMessage!, lambdaContext());
  const posts = await platforms().posts();
  duplicate.posts.push(...posts.slice(listed).map(({ id }) => id));
  listed = posts.length;
}

async function sendNow(platform: Platform, duplicate: Duplicate, script: string): Promise<void> {
  await platforms().script(platform, script, 1);
  duplicate.sentAtMs.push(Date.now());
  await runWorker(duplicate);
  await platforms().script(platform, script, 0);
}

async function sendFirstPart(duplicate: Duplicate): Promise<void> {
  await runWorker(duplicate);
  expect(duplicate.posts.splice(0)).toHaveLength(1);
}

function schedule(duplicate: Duplicate, target: Json): void {
  duplicate.dueMessage = { workspace_id: duplicate.tenant.workspace.id, schedule_id: String(target.schedule_id) };
}

/** Report the outcome of the post, or of the second part of the thread. */
async function resolve(platform: Platform, { token, contentId: id, isThread }: Duplicate, outcome: Json) {
  const body = isThread ? { ...outcome, part: 1 } : outcome;
  return callApi('content.resolve', { token, params: { id, platform }, body });
}

function urlOf(platform: Platform, id: string): string {
  if (platform === 'twitter') return `https://x.com/i/web/status/${id}`;
  if (platform === 'linkedin') return `https://www.linkedin.com/feed/update/${id}`;
  return `https://www.instagram.com/p/${Buffer.from(id).toString('base64url')}/`;
}

/** Return false when the step does not apply to the item as it is. */
async function take(
  platform: Platform,
  duplicates: [Duplicate, Duplicate],
  step: Exclude<Step, { action: 'pass' }>,
): Promise<boolean> {
  const [duplicate, other] = [duplicates[step.item], duplicates[1 - step.item]!];
  const { token } = duplicate;
  const params = { id: duplicate.contentId };
  const target = duplicate.isDeleted ? undefined : await targetOf(duplicate);
  if (target === undefined) return false;
  if (step.action === 'send' && duplicate.dueMessage === null) {
    const body = { scheduled_at: new Date().toISOString() };
    expect((await callApi('content.update', { token, params, body })).status).toBe(200);
    schedule(duplicate, (await targetOf(duplicate))!);
    if (duplicate.isThread) await sendFirstPart(duplicate);
    await sendNow(platform, duplicate, step.script);
  } else if (step.action === 'check' && target.status === 'unconfirmed') {
    await checkNow(duplicate);
  } else if (step.action === 'delete') {
    duplicate.isDeleted = (await callApi('content.delete', { token, params })).status === 200;
  } else if (step.action === 'resolveAsFailed' && target.status === 'unconfirmed') {
    // The caller may be wrong.
    expect((await resolve(platform, duplicate, { outcome: 'failed' })).status).toBe(200);
    duplicate.isResolvedByHand = true;
  } else if (step.action === 'nameOwnPost' && target.status === 'unconfirmed' && duplicate.posts[0]) {
    const url = urlOf(platform, duplicate.posts[0]);
    expect((await resolve(platform, duplicate, { outcome: 'published', url })).status).toBe(200);
    duplicate.isResolvedByHand = true;
  } else if (step.action === 'namePostOfOther' && target.status === 'unconfirmed') {
    const owned = await targetOf(other);
    if (owned?.platform_post_id == null) return false;
    const answer = await resolve(platform, duplicate, { outcome: 'published', url: String(owned.url) });
    const [error] = (answer.json.errors ?? []) as Json[];
    const code = String(error?.code ?? answer.json.code);
    // A post of another account, or from another time, is rejected before its claim is met.
    expect(['post_already_claimed', 'not_in_window', 'post_not_found']).toContain(code);
    if (code === 'post_already_claimed') seen.claimedByOther++;
  } else if (step.action === 'retry' && target.status === 'failed') {
    expect((await callApi('content.retry', { token, params })).status).toBe(202);
    schedule(duplicate, (await targetOf(duplicate))!);
    await sendNow(platform, duplicate, step.script);
  } else {
    return false;
  }
  return true;
}

/** Run the next check or attempt of an item at its time. Returns false when there is none. */
async function checkNow(duplicate: Duplicate): Promise<boolean> {
  if (!duplicate.dueMessage) return false;
  const entry = await loadEntry(duplicate.dueMessage.workspace_id, duplicate.dueMessage.schedule_id);
  if (!entry?.due_at) return false;
  advanceTime(Math.max(0, Date.parse(entry.due_at) - Date.now()));
  if (entry.state === 'pending' || entry.state === 'continuing') duplicate.sentAtMs.push(Date.now());
  await runWorker(duplicate);
  return true;
}

async function checkInvariants(duplicates: [Duplicate, Duplicate]): Promise<void> {
  for (const duplicate of duplicates.filter(({ isDeleted }) => !isDeleted)) {
    const { status, platform_post_id: id, published_at } = (await targetOf(duplicate))!;
    if (id !== null) expect(duplicate.posts, 'no target has the post of another').toContain(id);
    if (status !== 'published') continue;
    expect(duplicate.posts, 'a target is published only if its post exists').not.toEqual([]);
    expect(id, 'a published target has its own id').not.toBeNull();
    const earliestMs = Math.min(...duplicate.sentAtMs);
    expect(Date.parse(String(published_at)), 'published after it was sent').toBeGreaterThanOrEqual(earliestMs);
  }
}

const isSameToPlatform = (text: string) => TEXTS.indexOf(text) < SAME_TEXTS;

/** Whether the posts of the two items differ in what the platform shows. */
function areDistinct([one, other]: [Duplicate, Duplicate]): boolean {
  if (one.account !== other.account) return true;
  const isSame = one.text === other.text || (isSameToPlatform(one.text) && isSameToPlatform(other.text));
  if (!isSame) return true;
  return one.sentAtMs.every((sent) => other.sentAtMs.every((time) => Math.abs(time - sent) > 300_000));
}

/** What the platform can reveal is found: one live post of an item whose outcome no caller has stated. */
async function checkFound(platform: Platform, duplicates: [Duplicate, Duplicate]): Promise<void> {
  for (const duplicate of duplicates.filter(({ isDeleted, dueMessage }) => !isDeleted && dueMessage !== null)) {
    const { status } = (await targetOf(duplicate))!;
    if (status === 'published' && !duplicate.isResolvedByHand) seen.published++;
    if (status === 'failed') seen.failed++;
    if (status === 'unconfirmed') seen.unconfirmed++;
    if (duplicate.posts.length === 0 || duplicate.isResolvedByHand || platform === 'linkedin') continue;
    if (areDistinct(duplicates)) {
      expect(status, 'a live post that the platform reveals is found').toBe('published');
      seen.found++;
      if (duplicate.isThread) seen.partsFound++;
    } else if (status === 'unconfirmed') {
      seen.ambiguous++;
    }
  }
}

async function runPair(
  platform: Platform,
  {
    place,
    texts,
    areThreads,
    steps: run,
  }: { place: string; texts: [string, string]; areThreads: readonly boolean[]; steps: Step[] },
) {
  harness.table.clear();
  vi.setSystemTime(new Date(START).getTime() + 1_000_000 * ++accounts + 300);
  const duplicates = await newDuplicates(platform, place, texts, areThreads);
  for (const step of run) {
    if (step.action === 'pass') advanceTime(step.seconds * 1_000);
    // The items are as they were checked before.
    else if (await take(platform, duplicates, step)) await checkInvariants(duplicates);
  }
  for (let checks = 0; checks < 60; checks++) {
    const due = [await checkNow(duplicates[0]), await checkNow(duplicates[1])];
    if (!due.includes(true)) break;
    await checkInvariants(duplicates);
    expect(checks).toBeLessThan(59);
  }
  await checkFound(platform, duplicates);
}

it('of two posts, no target has the other’s id, and none is published without its own or without a post', async () => {
  const runs: [Platform, number][] = [
    ['twitter', 140],
    ['linkedin', 60],
    // A container is polled in real time.
    ['instagram', 10],
  ];
  for (const [platform, numRuns] of runs) {
    await fc.assert(
      fc.asyncProperty(pairs, (pair) => runPair(platform, pair)),
      { numRuns, seed: 20_261_122, endOnFailure: false },
    );
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(2);
  // Three times the limit of other tests, for three platforms.
});
