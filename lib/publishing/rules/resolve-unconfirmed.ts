import { postAlreadyClaimed } from '../../content/problems.ts';
import { permitsAction } from '../../content/rules/actions/target-actions.ts';
import type { Content, ContentState, Target } from '../../content/rules/content.ts';
import { namesOfPost } from '../../content/rules/post/post-names.ts';
import { endInFailure, partsFor } from '../../content/rules/post/thread.ts';
import { type ScheduleEntry, statusOf } from '../../content/rules/schedule-entry.ts';
import { wasSentByEarlierEntry } from '../../content/rules/sends/earlier-sends.ts';
import { entryError } from '../../content/rules/sends/publish-failure-reasons.ts';
import type { TimelineEvent } from '../../content/rules/timeline.ts';
import { fieldError, stateTransitionError } from '../../core/problems/request-errors.ts';
import { notTheUnconfirmedPart } from '../problems.ts';
import { applyChange } from './publish-transitions.ts';
import { publishAs, withSends } from './unconfirmed-transitions.ts';

/** The post that a user names; null where they do not. */
export type ReportedPost = { platformPostId: string | null; url: string | null };

/**
 * The outcome that a user reports, with the index of its part and the entry that the user has seen. A target without parts
 * needs no index, and one that was sent by one entry only needs no entry.
 */
export type Resolution = { part?: number | undefined; scheduleId?: string | undefined } & (
  | ({ outcome: 'published' } & ReportedPost)
  | { outcome: 'failed' }
);

/**
 * Resolve the unconfirmed part of an entry as a user reports. Null if the part has this outcome already, so that a
 * repeated request changes nothing. Throws 422 without the part of a target that has several, or the entry of one that
 * several have sent, and 409 if the part is not the unconfirmed one.
 */
export function resolveUnconfirmed(
  content: Content,
  entry: ScheduleEntry,
  resolution: Resolution,
  nowMs: number,
): ContentState | null {
  const part = namedPart(content, entry, resolution);
  if (isReported(content, entry, part, resolution)) return null;
  const current = statusOf(entry.state);
  if (!permitsAction(current, 'resolve')) {
    const detail = `Only unconfirmed targets can be resolved. This target is ${current}.`;
    throw stateTransitionError(detail, { current, requested: resolution.outcome, allowed: [] });
  }
  const unconfirmed_part = entry.parts.length;
  if (part !== unconfirmed_part) {
    const detail = `Part ${part} is not unconfirmed. The unconfirmed part of the target is part ${unconfirmed_part}.`;
    throw notTheUnconfirmedPart(detail, { extensions: { part, unconfirmed_part } });
  }
  if (resolution.scheduleId === undefined && wasSentByEarlierEntry(entry)) {
    const detail = 'Required, because the target was sent again after a report: the `schedule_id` of the target.';
    throw fieldError('/schedule_id', 'required', detail);
  }
  const event: TimelineEvent = ['resolved', nowMs, resolution.outcome];
  if (resolution.outcome === 'published') {
    if (isLivePart(content, entry, part, resolution)) {
      throw postAlreadyClaimed('This post is an earlier part of the same thread.');
    }
    // Without the id, the post may still be found by others.
    const resolved = withSends(entry, () => resolution.platformPostId === null);
    return publishAs(content, resolved, { ...resolution, publishedAtMs: null }, event);
  }
  return applyChange(content, entry, { ...endInFailure(entry, entryError('resolved_as_failed'), nowMs), event });
}

/**
 * Return the entry that a report is about: the one that it names, which may be an earlier one of the target, or that of the
 * target. Throws 422 for an entry of another target.
 */
export function reportedEntry(
  target: Pick<Target, 'platform' | 'schedule_id'>,
  contentId: string,
  found: ScheduleEntry | null,
): ScheduleEntry {
  const isOfPlatform = found?.content_id === contentId && found.platform === target.platform;
  // The unconfirmed entry of a target is its present one.
  const isOfOther = found?.state === 'unconfirmed' && found.id !== target.schedule_id;
  if (isOfPlatform && !isOfOther) return found;
  throw fieldError('/schedule_id', 'not_of_target', 'Must be the `schedule_id` that the target has or had.');
}

/** Return the index of the part that a report is about. A report on a single post need not name it. */
function namedPart(content: Content, { platform }: ScheduleEntry, { part }: Resolution): number {
  const count = partsFor(content, platform).length;
  if (part !== undefined || count === 1) return part ?? 0;
  const detail = `Required, because the target has ${count} parts: the \`index\` of the part with the status unconfirmed.`;
  throw fieldError('/part', 'required', detail);
}

/** Return whether a part has the outcome of a report already. A report on a live part may leave out its URL. */
function isReported(content: Content, entry: ScheduleEntry, part: number, resolution: Resolution): boolean {
  const { state, parts } = entry;
  if (resolution.outcome === 'failed') {
    return (state === 'failed' || state === 'interrupted') && part === parts.length;
  }
  const live = parts[part] ?? (state === 'published' && part === 0 ? entry : undefined);
  if (live === undefined || resolution.url === null) return live !== undefined;
  const names = namesOfPost(content, entry, part, live);
  return (
    live.url === resolution.url || reportedNames(content, entry, part, resolution).some((each) => names.includes(each))
  );
}

/** Return whether the post of a report on a part is one of the parts that are live, whatever URL names it. */
export function isLivePart(content: Content, entry: ScheduleEntry, part: number, post: ReportedPost): boolean {
  const live = entry.parts.flatMap((each, index) => namesOfPost(content, entry, index, each));
  return reportedNames(content, entry, part, post).some((name) => live.includes(name));
}

function reportedNames(
  content: Content,
  entry: ScheduleEntry,
  part: number,
  { platformPostId, url }: ReportedPost,
): string[] {
  return namesOfPost(content, entry, part, { platform_post_id: platformPostId, url });
}
