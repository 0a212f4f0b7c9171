import { invalidQueryError } from '../../core/problems/request-errors.ts';
import { leaseEnd } from '../../core/retry/lease.ts';
import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { ActiveHalt, HaltScope } from '../../identity/rules/active-halts.ts';
import type { Platform } from '../../platforms/platform.ts';
import { boundTimes, nextSlot, type PlannedTimes, withoutPast } from './post-spacing.ts';

/** What happens to the posts that were due while publishing was halted. */
export const MISSED_POLICIES = ['publish', 'mark_missed'] as const;
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

export const DEFAULT_SPREAD_SECONDS = 900;
export const MAX_SPREAD_SECONDS = 86_400;

/** What becomes of an entry: published at a time, or missed (null). Saved before it is done. */
export type PlannedEntry = { id: string; at: string | null };

/**
 * The release of what a halt has held, in steps. `counting`: nothing is planned yet. `running`: entries are released in
 * the order of their times. `waiting`: the halt has left the settings, and workers that have read it before may still hold
 * an entry. `finishing`: what they have held is released.
 */
export interface HaltRelease {
  id: string; // Of the halt.
  workspace_id: string;
  scope: HaltScope;
  reason: string;
  halted_by: string;
  halted_at: string;
  missed: MissedPolicy;
  spread_seconds: number;
  resumed_by: string;
  resumed_at: string;
  status: 'counting' | 'running' | 'waiting' | 'finishing' | 'finished';
  interval_ms: number; // Between two posts of the scope.
  released: number; // Entries with a place in the order.
  planned: PlannedEntry[]; // What the next step does.
  cursor: string | null; // The last entry that was planned, in the order of the list.
  is_listed: boolean; // Whether the last page of the entries was planned.
  due_at: string | null; // When the next step is overdue; null once it is finished.
  version: number;
}

/** Create the release of a halt, before its first step. */
export function newHaltRelease(
  { id, scope, reason, created_by, created_at }: ActiveHalt,
  input: Pick<HaltRelease, 'workspace_id' | 'missed' | 'spread_seconds' | 'resumed_by'>,
  nowMs: number,
): HaltRelease {
  const resumed_at = formatInstant(nowMs);
  const order = { interval_ms: 0, released: 0, planned: [], cursor: null, is_listed: false };
  const due_at = reprocessAt(resumed_at, nowMs);
  const halt = { id, scope, reason, halted_by: created_by, halted_at: created_at };
  return { ...halt, ...input, resumed_at, status: 'counting', ...order, due_at, version: 0 };
}

/** Return the filter of the entries that a scope has. */
export function scopeFilter(scope: HaltScope): { platform?: Platform; account_id?: string } {
  if (scope === 'workspace') return {};
  return 'platform' in scope ? { platform: scope.platform } : { account_id: scope.account };
}

/** Return the time over which missed posts are spread: 15 minutes unless requested. Throws 400 for more than a day. */
export function spreadSeconds(requested = DEFAULT_SPREAD_SECONDS): number {
  if (requested <= MAX_SPREAD_SECONDS) return requested;
  const detail = `Must be at most ${MAX_SPREAD_SECONDS}.`;
  throw invalidQueryError([{ pointer: 'spread_seconds', code: 'too_big', detail }]);
}

/** Return whether a release has a step to do now. */
export function hasStep({ status }: Pick<HaltRelease, 'status'>): boolean {
  return status !== 'finished' && status !== 'waiting';
}

/**
 * Return before which time the entries of a pass are scheduled. The first pass has those that were due before the end of
 * the halt. The last one also has those that became due while the end was being stored: workers have held them too.
 */
export function passEnd({ status, resumed_at }: Pick<HaltRelease, 'status' | 'resumed_at'>, nowMs: number): string {
  return status === 'finishing' ? formatInstant(nowMs) : resumed_at;
}

/** Start the release of as many entries as were counted: the interval between them follows. */
export function startRelease(release: HaltRelease, count: number): HaltRelease {
  const interval_ms = Math.floor((release.spread_seconds * 1000) / Math.max(1, count));
  return { ...release, status: 'running', interval_ms };
}

/** An entry that is released next. `requests`: how many posts of its account it is, which follow each other at once. */
export type Next = {
  id: string;
  platform: Platform;
  account_id: string | null;
  scheduled_at: string;
  requests: number;
};

/**
 * Plan the entries of a page in their order: each at the next place, later where the rate limit of its account requires
 * it for all of its requests. One that was due only after the end of the halt was not missed: it is published as soon as
 * possible. `cursor`: the end of the page; null for the last one. `times`: what all releases of the workspace have planned.
 */
export function planEntries(
  listed: HaltRelease,
  entries: readonly Next[],
  cursor: string | null,
  times: PlannedTimes,
  nowMs: number,
): { release: HaltRelease; times: PlannedTimes } {
  const { missed, resumed_at, interval_ms } = listed;
  let { released } = listed;
  let used = withoutPast(times, nowMs);
  const planned = entries.map((entry): PlannedEntry => {
    const isMissed = entry.scheduled_at < resumed_at;
    if (isMissed && missed === 'mark_missed') return { id: entry.id, at: null };
    const placeMs = isMissed ? Date.parse(resumed_at) + released * interval_ms : nowMs;
    if (isMissed) released += 1;
    const slot = nextSlot(used, entry, Math.max(nowMs, placeMs), entry.requests);
    used = slot.planned;
    return { id: entry.id, at: formatInstant(slot.atMs) };
  });
  const release = { ...listed, cursor, is_listed: cursor === null, planned, released };
  return { release, times: boundTimes(used) };
}

/** Return whether nothing is left to list or to release, until workers that know the halt have ended. */
export function isPassOver({ is_listed, planned }: HaltRelease): boolean {
  return is_listed && planned.length === 0;
}

/**
 * Record a step of a release. The change starts the next one; a release that waits is continued by the sweep. `nowMs` is
 * the time at which the halt leaves the settings after the first pass: when the lease of an attempt from then has ended,
 * no worker is left that has read the halt.
 */
export function recordReleaseStep(release: HaltRelease, nowMs: number): HaltRelease {
  if (!isPassOver(release)) return { ...release, due_at: reprocessAt(formatInstant(nowMs), nowMs) };
  if (release.status === 'finishing') return { ...release, status: 'finished', due_at: null };
  return { ...release, status: 'waiting', cursor: null, is_listed: false, due_at: leaseEnd('attempt', nowMs) };
}

/** Continue a release whose next step is due: the last pass after the wait, or a step that was lost. */
export function continueRelease(release: HaltRelease, nowMs: number): HaltRelease {
  const status = release.status === 'waiting' ? 'finishing' : release.status;
  return { ...release, status, due_at: reprocessAt(release.resumed_at, nowMs) };
}
