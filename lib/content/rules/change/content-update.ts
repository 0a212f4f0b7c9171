import { fieldError, stateTransitionError } from '../../../core/problems/request-errors.ts';
import { canonicalJson } from '../../../core/values/canonical-json.ts';
import { pick } from '../../../core/values/pick.ts';
import { formatInstant } from '../../../core/values/timestamps.ts';
import type { Platform } from '../../../platforms/platform.ts';
import { notEditable } from '../../problems.ts';
import {
  CONTENT_TRANSITIONS,
  isChecked,
  isDeletable,
  permitsStatus,
  schedulableDestinations,
} from '../actions/content-actions.ts';
import { findEditObstacle, hasSameParts } from '../actions/editable-fields.ts';
import { type Editor, recordMaterialEdit } from '../approval/material-edit.ts';
import type { Content, ContentState, ContentStatus } from '../content.ts';
import { recomputeFromEntries } from '../content-state.ts';
import { assertAccountsOfPlatforms, destinationsOf } from '../content-targets.ts';
import { assertFewFiles } from '../media-references.ts';
import { cancelPending } from '../schedule/cancellation.ts';
import { leaveQueue, withReleasedEntries } from '../schedule/leave-queue.ts';
import { reschedule } from '../schedule/reschedule-entry.ts';
import { publishNow, type SchedulingIds, scheduleTargets } from '../schedule/scheduling.ts';
import type { ScheduledLocal } from '../scheduled-local.ts';
import { outdateSends } from '../sends/earlier-sends.ts';
import { assertSmallContent } from './content-size.ts';
import { assertPublishable } from './content-validation.ts';
import type { NewContent } from './new-content.ts';

/** The fields of a PUT, and who sends it. Absent fields do not change. `scheduled_at` was parsed by `parsePublicationTime`. */
export interface ContentUpdate extends Partial<NewContent>, Editor {
  status?: ContentStatus | undefined;
  scheduled_at?: string | undefined;
  scheduled_local?: ScheduledLocal | null;
  /** The queue whose slot `scheduled_at` is; null to leave the present one. */
  queue?: string | null | undefined;
}

/** Apply a PUT: queue, fields, time, then status. Null if nothing changes; 409 if the status forbids it. */
export function updateContent(state: ContentState, change: ContentUpdate, ids: SchedulingIds, nowMs: number) {
  const placed = change.queue === null ? leaveQueue(state, nowMs) : state;
  const edited = editPlanning(editFields(placed, change, nowMs), change, nowMs);
  // A scheduled item has its final text; an idle item may still get a description.
  const isDraft = edited.content.status !== 'scheduled';
  if (edited !== placed) assertPublishable(edited.content, edited.content.platforms, { isDraft });
  const timed = editTime(edited, change, ids, nowMs);
  const moved = editStatus(timed, change, ids, nowMs);
  return moved === state ? null : withReleasedEntries(state, placed, moved);
}

function editFields(state: ContentState, change: ContentUpdate, nowMs: number): ContentState {
  const { title, description, media, thread, first_comment, platform_options, platforms, accounts } = change;
  const { mention_options } = change;
  const texts = { title, description, media, thread, first_comment, platform_options, mention_options };
  const requested = Object.entries({ ...texts, platforms, accounts });
  const fields = requested.filter(
    ([name, value]) => value !== undefined && !isSame(name, value, state.content[name as keyof Content]),
  );
  if (fields.length === 0) return state;
  const content = { ...state.content, ...Object.fromEntries(fields), updated_at: formatInstant(nowMs) };
  const names = fields.map(([name]) => name);
  const obstacle = findEditObstacle(state.content, content, names);
  if (obstacle !== null) {
    throw notEditable(`The fields ${names.join(', ')} cannot be changed while ${obstacle}.`, {
      extensions: { current: state.content.status },
    });
  }
  assertAccountsOfPlatforms(content);
  assertFewFiles(content);
  assertSmallContent(content);
  const edited = recordMaterialEdit(state.content, withoutFormerTargets(content), change, nowMs);
  return discardStaleAttempt(state, recomputeFromEntries(edited, [], [], content.updated_at));
}

/** Whether two values of a field are the same. Platforms and accounts are sets: another order is no change. */
function isSame(name: string, one: unknown, other: unknown): boolean {
  if (name !== 'platforms' && name !== 'accounts') return canonicalJson(one) === canonicalJson(other);
  const sorted = (values: unknown) => (values as unknown[]).map(canonicalJson).sort().join();
  return sorted(one) === sorted(other);
}

/** Set what is neither published nor approved: labels, campaign and metadata, in every status of the item. */
function editPlanning(state: ContentState, change: ContentUpdate, nowMs: number): ContentState {
  const { content } = state;
  const { labels = content.labels, campaign = content.campaign, metadata = content.metadata } = change;
  const planned = { labels, campaign, metadata };
  if (canonicalJson(planned) === canonicalJson(pick(content, 'labels', 'campaign', 'metadata'))) return state;
  const changed = { ...content, ...planned, updated_at: formatInstant(nowMs) };
  assertSmallContent(changed);
  return { ...state, content: changed };
}

/**
 * Remove the targets of former accounts, which are cancelled or failed, or they would fill the item. Those with sends are
 * still compared.
 */
function withoutFormerTargets(content: Content): Content {
  const keys = new Set(destinationsOf(content).map(({ key }) => key));
  const kept = Object.entries(content.targets).filter(([key, target]) => keys.has(key) || target.unconfirmed_send);
  return { ...content, targets: Object.fromEntries(kept) };
}

/**
 * Discard attempts on platforms whose post changed: uploads are outdated, and a sent post is another one. Sends
 * stay where their text is known: they never match another text, and other targets must see them.
 */
export function discardStaleAttempt({ content: before, entries }: ContentState, after: Content): ContentState {
  const isOther = (platform: Platform) => !hasSameParts(before, after, platform);
  const targets = Object.entries(after.targets).map(([key, target]) => [
    key,
    isOther(target.platform) && target.unconfirmed_send
      ? { ...target, unconfirmed_send: outdateSends(target) }
      : target,
  ]);
  return {
    content: { ...after, targets: Object.fromEntries(targets) },
    entries: entries.map((entry) =>
      isOther(entry.platform) ? { ...entry, prepared_state: null, unconfirmed_send: outdateSends(entry) } : entry,
    ),
  };
}

function editTime(state: ContentState, change: ContentUpdate, ids: SchedulingIds, nowMs: number): ContentState {
  const { content } = state;
  if (change.scheduled_at === undefined) {
    if (change.status === 'scheduled' && content.status !== 'scheduled' && permitsStatus(content, 'scheduled')) {
      throw fieldError('/scheduled_at', 'required', 'Required to change the status to scheduled.');
    }
    return state;
  }
  if (change.status !== undefined && change.status !== 'scheduled') {
    throw fieldError('/scheduled_at', 'not_with_status', `Cannot be combined with the status ${change.status}.`);
  }
  const { scheduled_at, scheduled_local: local, queue } = change;
  if (content.status === 'scheduled') {
    return reschedule(state, scheduled_at, ids.groupId, nowMs, local, typeof queue === 'string');
  }
  const destinations = schedulableDestinations(content);
  if (destinations.length === 0) assertTransitionAllowed(content, 'scheduled');
  const platforms = [...new Set(destinations.map(({ platform }) => platform))];
  assertPublishable(content, platforms, { isDraft: false });
  return scheduleTargets(content, destinations, scheduled_at, ids, nowMs, local);
}

function editStatus(state: ContentState, change: ContentUpdate, ids: SchedulingIds, nowMs: number): ContentState {
  const { status } = change;
  if (status === undefined || status === state.content.status) return state;
  assertTransitionAllowed(state.content, status);
  if (status === 'published') {
    if (state.content.status === 'publishing') return state;
    assertPublishable(state.content, state.content.platforms, { isDraft: false });
    return publishNow(state, ids, nowMs);
  }
  if (status === 'draft' || status === 'cancelled') return cancelPending(state, status, nowMs);
  return state;
}

function assertTransitionAllowed(content: Content, requested: ContentStatus): void {
  if (content.status === requested || permitsStatus(content, requested)) return;
  const { status: current } = content;
  const detail = `The status of a content item cannot change from ${current} to ${requested}.`;
  throw stateTransitionError(detail, { current, requested, allowed: CONTENT_TRANSITIONS[current] });
}

/**
 * Throw a 409 while the item is being published, or checked after an unknown outcome: without the item, the checks would
 * end, and no request could resolve it. Between two parts of a thread, it is not being published.
 */
export function assertDeletable({ content }: Pick<ContentState, 'content'>): void {
  if (isDeletable(content)) return;
  const checks = Object.values(content.targets).flatMap((target) => (isChecked(target) ? target.next_check_at! : []));
  const next_check_at = checks.sort()[0];
  if (next_check_at !== undefined) {
    throw stateTransitionError(
      `A content item cannot be deleted while the service checks whether its post is live. The next check is at ${next_check_at}. Resolve the target, or delete the item after the last check.`,
      { current: 'unconfirmed', requested: 'deleted', allowed: CONTENT_TRANSITIONS.unconfirmed, next_check_at },
    );
  }
  const extensions = { current: 'publishing', requested: 'deleted', allowed: CONTENT_TRANSITIONS.publishing };
  throw stateTransitionError('A content item cannot be deleted while it is being published.', extensions);
}
