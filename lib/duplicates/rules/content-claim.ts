import type { DefaultAccounts } from '../../accounts/rules/account.ts';
import type { Content, Target } from '../../content/rules/content.ts';
import { accountOf, type Destination, destinationsOf } from '../../content/rules/content-targets.ts';
import type { ReconnectedAccounts } from '../../content/rules/schedule/reconnected-accounts.ts';
import { LIVE_STATUSES, POSTED_STATUSES } from '../../content/rules/schedule-entry.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { MAX_GUARD_HOURS, type WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { Platform } from '../../platforms/platform.ts';
import { fingerprintOf } from './content-fingerprint.ts';

const HOUR_MS = 3_600_000;

const MAX_PERIOD_MS = MAX_GUARD_HOURS * HOUR_MS;

/** The publications of one content that a workspace can plan at the same time: one item of the table lists all of them. */
export const MAX_HELD = 2_000;

/** The time of a post on the clock of the recurrence that has made it. */
export interface RecurrenceTime {
  recurrence_id: string;
  time_zone: string;
  /** The local time in milliseconds, as if the clock never changed. */
  clock_ms: number;
}

/** One publication of a content on an account: its time, or that of the draft of an agent. */
export interface Claim {
  /** The id of the account, or the name of a platform that has no account yet. */
  account: string;
  platform: Platform;
  hash: string;
  at_ms: number;
  /** The draft of an agent that has no time yet: it is compared with drafts and posts of the time when it was written. */
  is_draft: boolean;
  /** Absent for an item that no recurrence has made, or that has no local time. */
  recurrence_time?: RecurrenceTime;
}

/** What an item publishes at one time, among the holders of a content. The item itself says whether it still does. */
export interface Holder {
  content_id: string;
  accounts: string[];
  at_ms: number;
  is_draft: boolean;
  /** The item is deleted after it was published: the post is still on the platform, and the holder alone says so. */
  is_deleted?: true;
  /** Only of a deleted item. */
  recurrence_time?: RecurrenceTime;
}

/** Return the period in milliseconds in which an account publishes no content twice; 0 for none. Agents have at least a day. */
export function guardPeriodMs(
  content: Pick<Content, 'agents'>,
  settings: Pick<WorkspaceSettings, 'duplicate_guard_hours'>,
) {
  const hours = settings.duplicate_guard_hours * HOUR_MS;
  return content.agents.length > 0 ? Math.max(hours, DAY_MS) : hours;
}

/** List what an item publishes or has published, by account; of an agent, also what a draft would publish. */
export function claimsOf(content: Content, defaults: DefaultAccounts, nowMs: number): Claim[] {
  const isAgentDraft = content.agents.length > 0 && content.status !== 'cancelled';
  return destinationsOf(content).flatMap((destination): Claim[] => {
    const target = content.targets[destination.key];
    const claim = placeOf(content, destination, defaults);
    if (target && POSTED_STATUSES.includes(target.status)) {
      return [{ ...claim, ...timesOf(content, target), is_draft: false }];
    }
    return isAgentDraft ? [{ ...claim, at_ms: nowMs, is_draft: true }] : [];
  });
}

/** List what an item has published, or may have, so late that a period reaches back to it. */
export function liveClaims(content: Content, nowMs: number): Claim[] {
  return destinationsOf(content).flatMap((destination): Claim[] => {
    const target = content.targets[destination.key];
    if (!target || !LIVE_STATUSES.includes(target.status)) return [];
    const claim = { ...placeOf(content, destination, {}), ...timesOf(content, target), is_draft: false };
    return claim.at_ms > nowMs - MAX_PERIOD_MS ? [claim] : [];
  });
}

// The planned time: posts of a daily plan are 24 hours apart, whichever of them was sent a second later.
function timesOf({ recurrence }: Content, { scheduled_at, scheduled_local }: Target) {
  const at_ms = Date.parse(scheduled_at);
  if (!recurrence || !scheduled_local) return { at_ms };
  const { local, time_zone } = scheduled_local;
  return { at_ms, recurrence_time: { recurrence_id: recurrence.id, time_zone, clock_ms: Date.parse(`${local}Z`) } };
}

/** List what an item would publish at a time. */
export function plannedClaims(content: Content, defaults: DefaultAccounts, at_ms: number): Claim[] {
  return destinationsOf(content).map((each) => ({ ...placeOf(content, each, defaults), at_ms, is_draft: false }));
}

function placeOf(content: Content, destination: Destination, defaults: DefaultAccounts) {
  const { platform } = destination;
  const account = accountOf(content, destination) ?? defaults[platform] ?? platform;
  return { account, platform, hash: fingerprintOf(content, platform) };
}

/** List the claims of an item that it did not have before a change. A draft keeps the time of its claim. */
export function newClaims(before: Claim[], after: Claim[]): Claim[] {
  const had = (claim: Claim) => (old: Claim) =>
    old.account === claim.account &&
    old.hash === claim.hash &&
    old.is_draft === claim.is_draft &&
    (claim.is_draft || old.at_ms === claim.at_ms);
  return after.filter((claim) => !before.some(had(claim)));
}

/** Return the claim of an item on the account of another one, or null: what a holder has listed may have changed since. */
export function sameClaim(claim: Claim, others: Claim[], listed: Holder): Claim | null {
  const found = others.find(({ account, hash }) => account === claim.account && hash === claim.hash);
  if (!found || found.is_draft !== listed.is_draft) return null;
  return found.is_draft ? { ...found, at_ms: listed.at_ms } : found;
}

/** A time to compare a claim with. */
type ComparedTime = Pick<Claim, 'at_ms' | 'is_draft' | 'recurrence_time'>;

/**
 * Return whether a claim and a publication are too close. Two posts of one recurrence are not where the clock of its zone
 * shows the whole period between them: a day of a daily recurrence has 23 hours once a year. The draft of an agent does not
 * reserve a time: it is in the way of other drafts only.
 */
export function isTooClose(claim: ComparedTime, other: ComparedTime, periodMs: number): boolean {
  if (other.is_draft && !claim.is_draft) return false;
  if (Math.abs(claim.at_ms - other.at_ms) >= periodMs) return false;
  const [one, two] = [claim.recurrence_time, other.recurrence_time];
  const isOnOneClock = one && one.recurrence_id === two?.recurrence_id && one.time_zone === two.time_zone;
  return !isOnOneClock || Math.abs(one.clock_ms - two.clock_ms) < periodMs;
}

/**
 * Return whether a holder may be on the account of a claim: it names the account, also by a former id, or its platform. A
 * platform stands for the default account, or for the one that was the default when the post was due: its item says which.
 * Of a deleted item, it stands for the default account.
 */
export function namesAccount(
  { accounts, is_deleted }: Holder,
  { account, platform }: Claim,
  { defaults, reconnected }: { defaults: DefaultAccounts; reconnected: ReconnectedAccounts },
): boolean {
  const mayBeDefault = is_deleted !== true || defaults[platform] === account;
  const names = mayBeDefault ? [account, platform] : [account];
  return accounts.some((each) => names.includes(reconnected.get(each) ?? each));
}

/** Return a claim with the default account of its platform, where it names the platform. */
export function withDefaultAccount(claim: Claim, defaults: DefaultAccounts): Claim {
  return claim.account === claim.platform ? { ...claim, account: defaults[claim.platform] ?? claim.account } : claim;
}

/** Return claims with the present ids of accounts that were deleted and are connected again. */
export function withPresentAccounts(claims: Claim[], reconnected: ReconnectedAccounts): Claim[] {
  return claims.map((claim) => ({ ...claim, account: reconnected.get(claim.account) ?? claim.account }));
}

/** Return whether the holders of a content list a claim of an item. */
export function isHolder(holders: Holder[], contentId: string, { account, at_ms, is_draft }: Claim): boolean {
  return holders.some(
    (holder) =>
      holder.content_id === contentId &&
      holder.at_ms === at_ms &&
      holder.is_draft === is_draft &&
      holder.accounts.includes(account),
  );
}

/**
 * Return the holders of a content after a change of an item: its own are those of its claims. What is past every period is
 * left out. What a deleted item has published stays: a record of the stream may be older than the deletion. Null when there
 * are more than one item of the table can list.
 */
export function nextHolders(holders: Holder[], contentId: string, claims: Claim[], nowMs: number): Holder[] | null {
  const others = holders.filter(
    ({ content_id, at_ms, is_deleted }) =>
      (content_id !== contentId || is_deleted) && at_ms > nowMs - 2 * MAX_PERIOD_MS,
  );
  const byTime = Map.groupBy(claims, ({ at_ms, is_draft }) => `${at_ms}${is_draft}`);
  const own = [...byTime.values()].map((same): Holder => {
    const { at_ms, is_draft } = same[0]!;
    return { content_id: contentId, accounts: same.map(({ account }) => account), at_ms, is_draft };
  });
  const next = [...others, ...own];
  return next.reduce((sum, { accounts }) => sum + accounts.length, 0) > MAX_HELD ? null : next;
}

/** Return the holders of a content after the deletion of an item that has published it: only its live posts hold it. */
export function holdersAfterDeletion(
  holders: Holder[],
  contentId: string,
  live: Claim[],
  nowMs: number,
): Holder[] | null {
  const next = nextHolders(holders, contentId, live, nowMs);
  if (next === null) return null;
  return next.map((holder): Holder => {
    if (holder.content_id !== contentId) return holder;
    const { recurrence_time } = live.find(({ at_ms }) => at_ms === holder.at_ms) ?? {};
    return { ...holder, is_deleted: true, ...(recurrence_time ? { recurrence_time } : {}) };
  });
}

/** Return when the list of holders is needed no more: no period reaches back to the last of them. */
export function holdersExpireMs(holders: Holder[]): number {
  return Math.max(...holders.map(({ at_ms }) => at_ms)) + 2 * MAX_PERIOD_MS;
}
