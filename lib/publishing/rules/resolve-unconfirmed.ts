import type { Content, ContentState } from '../../content/rules/content.ts';
import { entryError } from '../../content/rules/publish-failure-reasons.ts';
import { type ConfirmedPart, type ScheduleEntry, statusOf } from '../../content/rules/schedule-entry.ts';
import { permitsAction } from '../../content/rules/target-actions.ts';
import { endInFailure, followingParts, partsFor } from '../../content/rules/thread.ts';
import type { TimelineEvent } from '../../content/rules/timeline.ts';
import { ApiError, fieldError, stateTransitionError } from '../../core/problems/api-error.ts';
import { applyChange } from './publish-transitions.ts';
import { publishAs, withSends } from './unconfirmed-transitions.ts';

type LivePost = { outcome: 'published'; platformPostId: string | null; url: string | null };

/** The outcome that a user reports, with the index of its part. A target without parts needs no index. */
export type Resolution = { part?: number | undefined } & (LivePost | { outcome: 'failed' });

/**
 * Resolve the unconfirmed part of an entry as a user reports. Null if the part has this outcome already, so that a
 * repeated request changes nothing. Throws 422 without the part of a target that has several, and 409 if the part is not
 * the unconfirmed one.
 */
export function resolveUnconfirmed(
  content: Content,
  entry: ScheduleEntry,
  resolution: Resolution,
  nowMs: number,
): ContentState | null {
  const part = namedPart(content, entry, resolution);
  if (isReported(entry, part, resolution)) return null;
  const current = statusOf(entry.state);
  if (!permitsAction(current, 'resolve')) {
    const detail = `Only unconfirmed targets can be resolved. This target is ${current}.`;
    throw stateTransitionError(detail, { current, requested: resolution.outcome, allowed: [] });
  }
  const unconfirmed_part = entry.parts.length;
  if (part !== unconfirmed_part) {
    const detail = `Part ${part} is not unconfirmed. The unconfirmed part of the target is part ${unconfirmed_part}.`;
    throw new ApiError('not_the_unconfirmed_part', detail, { extensions: { part, unconfirmed_part } });
  }
  const event: TimelineEvent = ['resolved', nowMs, resolution.outcome];
  if (resolution.outcome === 'published') {
    // Without the id, the post may still be found by others.
    const platformPostId = resolvedId(content, entry, resolution);
    const resolved = withSends(entry, () => platformPostId === null);
    return publishAs(content, resolved, { ...resolution, platformPostId, publishedAtMs: null }, event);
  }
  return applyChange(content, entry, { ...endInFailure(entry, entryError('resolved_as_failed'), nowMs), event });
}

/** Return the index of the part that a report is about. A report on a single post need not name it. */
function namedPart(content: Content, { platform }: ScheduleEntry, { part }: Resolution): number {
  const count = partsFor(content, platform).length;
  if (part !== undefined || count === 1) return part ?? 0;
  const detail = `Required, because the target has ${count} parts: the \`index\` of the part with the status unconfirmed.`;
  throw fieldError('/part', 'required', detail);
}

/** Return whether a part has the outcome of a report already. A report on a live part may leave out its URL. */
function isReported(entry: ScheduleEntry, part: number, resolution: Resolution): boolean {
  const { state, parts } = entry;
  if (resolution.outcome === 'failed') {
    return (state === 'failed' || state === 'interrupted') && part === parts.length;
  }
  const live: Pick<ConfirmedPart, 'platform_post_id' | 'url'> | undefined =
    parts[part] ?? (state === 'published' && part === 0 ? entry : undefined);
  const { platformPostId: id, url } = resolution;
  return live !== undefined && (url === null || url === live.url || (id !== null && id === live.platform_post_id));
}

/**
 * Return the id that a user has named for a part. The URL of a comment may contain the id of its post instead of its
 * own. Throws 409 for the URL of an earlier part, and for its id in any other part.
 */
function resolvedId(
  content: Content,
  { platform, parts }: ScheduleEntry,
  { platformPostId: id, url }: LivePost,
): string | null {
  const isOfEarlierPart = url !== null && parts.some((part) => part.url === url);
  if (!isOfEarlierPart && (id === null || !parts.some(({ platform_post_id }) => platform_post_id === id))) return id;
  if (!isOfEarlierPart && followingParts(content, platform)[parts.length - 1]?.kind === 'comment') return null;
  throw new ApiError('post_already_claimed', 'This post is an earlier part of the same thread.');
}
