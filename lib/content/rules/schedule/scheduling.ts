import type { DefaultAccounts } from '../../../accounts/rules/account.ts';
import { pick } from '../../../core/values/pick.ts';
import { formatInstant } from '../../../core/values/timestamps.ts';
import type { Platform } from '../../../platforms/platform.ts';
import { alreadyPending, alreadyPublished, nothingToRetry } from '../../problems.ts';
import { retryableDestinations } from '../actions/content-actions.ts';
import type { Content, ContentState, Target } from '../content.ts';
import { recomputeFromEntries } from '../content-state.ts';
import { type Destination, destinationsOf, selectDestinations } from '../content-targets.ts';
import type { ScheduleRequest } from '../reported-changes.ts';
import { newEntry, type ScheduleEntry, type UnconfirmedSend } from '../schedule-entry.ts';
import type { ScheduledLocal } from '../scheduled-local.ts';
import { combineSends } from '../sends/earlier-sends.ts';
import type { TimelineEvent } from '../timeline.ts';
import { slotAfterMove } from './queue-slot.ts';
import { type ReconnectedAccounts, withReconnectedAccounts } from './reconnected-accounts.ts';
import { isHeld, withoutMovedHold } from './recurrence-hold.ts';

/**
 * Ids for the objects a rule creates, in order of creation, and those of the accounts that new entries are bound to.
 */
export type SchedulingIds = {
  groupId: string;
  entryIds: string[];
  defaultAccounts?: DefaultAccounts;
  reconnected?: ReconnectedAccounts;
};

/**
 * Schedule an item on all targets of these platforms, as `scheduleTargets` does. Throws a 422 for platforms the item
 * lacks.
 */
export function schedule(
  content: Content,
  platforms: Platform[],
  scheduledAt: string,
  ids: SchedulingIds,
  nowMs: number,
  local: ScheduledLocal | null = null,
): ContentState {
  const destinations = selectDestinations(content, { platforms }, {});
  return scheduleTargets(content, destinations, scheduledAt, ids, nowMs, local);
}

/**
 * Schedule an item: create one pending entry per destination, bound to the default account where the item names none
 * and there is one. `local` is the local time that `scheduledAt` stands for. An entry at a time at which others of the item
 * are held is held with them. Throws a 409 for targets that are pending or may already be published.
 */
export function scheduleTargets(
  content: Content,
  destinations: Destination[],
  scheduledAt: string,
  ids: SchedulingIds,
  nowMs: number,
  local: ScheduledLocal | null = null,
): ContentState {
  for (const destination of destinations) assertSchedulable(content, destination);
  const now = formatInstant(nowMs);
  const bound = bindToAccounts(destinations, ids.defaultAccounts);
  const planned = { ...(local ? { scheduled_local: local } : {}), ...holdAt(afterMove(content, []), scheduledAt) };
  const entries = newEntries(content, bound, ids, scheduledAt, now).map((entry) => ({ ...entry, ...planned }));
  const scheduled = { ...content, last_schedule: scheduleRequest(ids.groupId, entries, scheduledAt, local) };
  return { content: recomputeFromEntries(scheduled, entries, [['scheduled', nowMs]], now), entries };
}

function scheduleRequest(
  group_id: string,
  entries: ScheduleEntry[],
  scheduled_at: string,
  local: ScheduledLocal | null,
): ScheduleRequest {
  const platforms = [...new Set(entries.map(({ platform }) => platform))];
  const account_ids = entries.flatMap(({ account_id }) => account_id ?? []);
  return { group_id, platforms, account_ids, scheduled_at, ...(local ? { scheduled_local: local } : {}) };
}

function assertSchedulable(content: Content, { key, platform }: Destination): void {
  const target = content.targets[key];
  if (!target || target.status === 'cancelled' || target.status === 'failed') return;
  const extensions = { schedule_id: target.schedule_id, platform, account_id: target.account_id };
  if (target.status === 'pending' || target.status === 'publishing') {
    throw alreadyPending(`The content item already has the pending schedule entry ${target.schedule_id} for ${key}.`, {
      extensions,
    });
  }
  throw alreadyPublished(
    target.status === 'published'
      ? `The content item is already published on ${key}.`
      : target.status === 'partially_published'
        ? `A part of the content item is published on ${key}. POST /content/{id}/retry publishes the rest.`
        : `The content item may already be published on ${key}. Its status is unconfirmed.`,
    { extensions },
  );
}

/**
 * Move pending entries of an item to another time. They leave a slot or a date that is held, unless others of the item
 * stay in it: one that has its time is then held with them. `detail` says why, in the timeline of their targets.
 */
export function moveEntries(
  item: Content,
  entries: ScheduleEntry[],
  scheduledAt: string,
  groupId: string,
  nowMs: number,
  local: ScheduledLocal | null = null,
  ...detail: [string?]
): ContentState {
  const left = afterMove(item, entries);
  const held = holdAt(left, scheduledAt);
  const moved = entries.map((entry) => ({ ...dueAt(entry, scheduledAt, local), ...held, group_id: groupId }));
  const content = { ...left, last_schedule: scheduleRequest(groupId, moved, scheduledAt, local) };
  const events: TimelineEvent[] = [['rescheduled', nowMs, ...detail]];
  return { content: recomputeFromEntries(content, moved, events, formatInstant(nowMs)), entries: moved };
}

/** Return an item whose entries move to another time, or none: without a slot or a date that is held, and that nothing waits in. */
function afterMove(item: Content, moved: ScheduleEntry[]): Content {
  return { ...withoutMovedHold(item, moved), queue: slotAfterMove(item, moved) };
}

/** Return what holds entries that are planned at a time at which others of the item are held. */
function holdAt(item: Content, scheduled_at: string): { due_at?: null } {
  return isHeld(item, { scheduled_at }) ? { due_at: null } : {};
}

/** Return an entry with another time, at which its attempts begin from zero. */
function dueAt(entry: ScheduleEntry, scheduled_at: string, scheduled_local: ScheduledLocal | null): ScheduleEntry {
  return { ...entry, scheduled_at, scheduled_local, due_at: scheduled_at, attempts: 0, error: null };
}

/** List the destinations of an item that nothing is planned for, and that it is not published on. */
export function unscheduledDestinations(content: Content): Destination[] {
  return destinationsOf(content).filter(({ key }) => {
    const status = content.targets[key]?.status;
    return status === undefined || status === 'cancelled' || status === 'failed';
  });
}

/** Make pending entries due now and add entries for targets without one. Requires one entry id per destination. */
export function publishNow(state: ContentState, ids: SchedulingIds, nowMs: number): ContentState {
  const now = formatInstant(nowMs);
  const moved = pendingEntries(state).map((entry) => dueAt(entry, now, null));
  const unscheduled = unscheduledDestinations(state.content);
  const added = newEntries(state.content, bindToAccounts(unscheduled, ids.defaultAccounts), ids, now, now);
  const rescheduled = recomputeFromEntries(state.content, moved, [['rescheduled', nowMs]], now);
  const content = recomputeFromEntries(rescheduled, added, [['scheduled', nowMs]], now);
  return { content, entries: [...moved, ...added] };
}

/**
 * Schedule the failed targets again, due now, each on its account. One that was deleted and connected again is named by its
 * present id. Another default account that was deleted is replaced by the present one, unless the deleted one has the
 * first parts of a thread. An interrupted thread continues after the parts that are live. Throws a 409 if no target has
 * failed. Requires one entry id per destination.
 */
export function retryFailed(item: Content, ids: SchedulingIds, nowMs: number): ContentState {
  const content = withReconnectedAccounts(item, ids.reconnected ?? new Map());
  const failed = retryableDestinations(content).flatMap((destination): BoundDestination[] => {
    const target = content.targets[destination.key]!;
    const isDeleted = target.account_id === null || target.error?.code === 'account_missing';
    if (isDeleted && target.status === 'failed') return bindToAccounts([destination], ids.defaultAccounts);
    return [{ ...destination, boundTo: target.account_id }];
  });
  if (failed.length === 0) {
    throw nothingToRetry('No target of this content item has failed.', {
      extensions: { current: content.status },
    });
  }
  const now = formatInstant(nowMs);
  const entries = newEntries(content, failed, ids, now, now).map((entry, index) =>
    resumed(entry, content.targets[failed[index]!.key]!),
  );
  return { content: recomputeFromEntries(content, entries, [['retried', nowMs]], now), entries };
}

/** Return the new entry of a target, which continues after the parts of a thread that are live. */
function resumed(entry: ScheduleEntry, { parts, ...target }: Target): ScheduleEntry {
  if (target.status !== 'partially_published' || !parts) return entry;
  const result = pick(target, 'published_at', 'late_by_seconds', 'platform_post_id', 'url');
  return { ...entry, ...result, parts, state: 'continuing' };
}

/** A destination with the account that its next entry is published with; null while there is none. */
type BoundDestination = Destination & { boundTo: string | null };

function bindToAccounts(destinations: Destination[], defaults: DefaultAccounts = {}): BoundDestination[] {
  return destinations.map((each) => ({ ...each, boundTo: each.accountId ?? defaults[each.platform] ?? null }));
}

function newEntries(
  content: Content,
  destinations: BoundDestination[],
  ids: SchedulingIds,
  scheduledAt: string,
  now: string,
) {
  return destinations.map((destination, index) =>
    newEntry({
      id: ids.entryIds[index]!,
      workspaceId: content.workspace_id,
      contentId: content.id,
      groupId: ids.groupId,
      platform: destination.platform,
      accountId: destination.boundTo,
      namesAccount: destination.accountId !== null,
      scheduledAt,
      unconfirmed_send: earlierSends(content, destination),
      createdAt: now,
    }),
  );
}

/**
 * Return the sends of a target, and of the targets of its platform that the item had before its accounts were changed:
 * the same account may be connected under another id.
 */
function earlierSends(content: Content, { key, platform }: BoundDestination): UnconfirmedSend | null {
  const present = new Set(destinationsOf(content).map((each) => each.key));
  const own = Object.entries(content.targets).filter(
    ([name, target]) => name === key || (target.platform === platform && !present.has(name)),
  );
  return combineSends(own.flatMap(([, { unconfirmed_send }]) => unconfirmed_send ?? []));
}

/** List the pending ones of these entries of an item. */
export function pendingEntries(state: ContentState): ScheduleEntry[] {
  return state.entries.filter((entry) => entry.state === 'pending');
}
