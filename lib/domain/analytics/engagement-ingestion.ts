import type { FieldError } from '../api-error.ts';
import type { Content } from '../content/content.ts';
import type { Platform } from '../platform.ts';
import { DAY_MS, formatInstant, parseInstant, TIMESTAMP_FORMAT_ERROR } from '../timestamps.ts';
import type { MetricName } from './metrics.ts';

/** What people do with a post, as callers tell it. Contract, section 12. */
export const ENGAGEMENT_KINDS = [
  'like',
  'comment',
  'share',
  'save',
  'click',
  'mention',
  'view',
  'reach',
] as const;

export type EngagementKind = (typeof ENGAGEMENT_KINDS)[number];

/** The number of a post that each kind adds to. A mention is news, and no number of the post. */
export const METRIC_BY_KIND: Record<EngagementKind, MetricName | null> = {
  like: 'likes',
  comment: 'comments',
  share: 'shares',
  save: 'saves',
  click: 'clicks',
  mention: null,
  view: 'impressions',
  reach: 'reach',
};

/** An element of a batch whose form is right. Of `platform_post_id` and `content_id` it has one. */
export interface EngagementInput {
  platform: Platform;
  platform_post_id?: string | undefined;
  content_id?: string | undefined;
  kind: EngagementKind;
  count?: number | undefined;
  actor?: string | undefined;
  text?: string | undefined;
  occurred_at: string;
  external_id: string;
}

/** An engagement as it is kept. There is one of each platform and external id in a workspace. */
export interface Engagement {
  workspace_id: string;
  /** Null of a mention that is at no post of ours: only a platform itself tells of those. */
  content_id: string | null;
  platform: Platform;
  /** Null while the item has not been published there. */
  platform_post_id: string | null;
  kind: EngagementKind;
  count: number;
  actor: string | null;
  text: string | null;
  occurred_at: string;
  external_id: string;
  received_at: string;
  /** Names the request that brought it: sent again, that request is told `accepted` again. */
  request: string;
  /** False: it adds to no sum, because its platform reports a total that has it in already. Absent: it does. */
  counts_in_totals?: boolean;
  /** What is to be done with it once is done: it is in the sums, if it is counted. */
  is_aggregated: boolean;
  version: number;
}

/** Which item a post on a platform is of. */
export interface PublishedPost {
  workspace_id: string;
  content_id: string;
  platform: Platform;
  platform_post_id: string;
}

/** A comment a platform told of, at a post that is not known as one of ours. */
export interface OrphanComment extends EngagementInput {
  workspace_id: string;
  platform_post_id: string;
}

/** What the elements of a batch speak of, as far as it is there. */
export interface ResolvedReferences {
  contents: Content[];
  posts: PublishedPost[];
}

/** Who brings a batch, and when. */
export interface IngestContext {
  workspaceId: string;
  nowMs: number;
  request: string;
  /** The platform itself tells: it is not counted, as the platform's totals have it in. */
  isFromPlatform?: true;
}

/** What is to become of an element: kept, refused, or nothing, because the batch has it already. */
export type IngestDecision = { engagement: Engagement } | { error: FieldError } | 'duplicate';

const UNKNOWN_POST = 'unknown_post';
const AHEAD_SECONDS = 60;
const BACK_DAYS = 90;

/**
 * Sorts a batch: one answer for each element, in their order. No element stands in another's way: one that
 * is refused does not make a later one with its external id a repetition.
 */
export function classifyBatch(
  elements: ({ sent: EngagementInput } | { error: FieldError })[],
  known: ResolvedReferences,
  receipt: IngestContext,
): IngestDecision[] {
  const seen = new Set<string>();
  return elements.map((element, index) => {
    if ('error' in element) return element;
    const sorted = toEngagement(element.sent, known, receipt);
    if ('error' in sorted) {
      return { error: { ...sorted.error, pointer: `/engagements/${index}${sorted.error.pointer}` } };
    }
    const name = `${sorted.engagement.platform}\n${sorted.engagement.external_id}`;
    if (seen.has(name)) return 'duplicate';
    seen.add(name);
    return sorted;
  });
}

/** The engagement to keep for an element, or why there is none. Pointers are into the element. */
function toEngagement(
  sent: EngagementInput,
  known: ResolvedReferences,
  receipt: IngestContext,
): { engagement: Engagement } | { error: FieldError } {
  const occurred = occurrence(sent.occurred_at, receipt.nowMs);
  if ('error' in occurred) return occurred;
  const place = resolvePost(sent, known, receipt);
  if ('error' in place) return place;
  return {
    engagement: {
      workspace_id: receipt.workspaceId,
      content_id: place.content_id,
      platform: sent.platform,
      platform_post_id: place.platform_post_id,
      kind: sent.kind,
      count: sent.count ?? 1,
      actor: sent.actor ?? null,
      text: sent.text ?? null,
      occurred_at: formatInstant(occurred.timeMs),
      external_id: sent.external_id,
      received_at: formatInstant(receipt.nowMs),
      request: receipt.request,
      ...(receipt.isFromPlatform ? { counts_in_totals: false } : {}),
      is_aggregated: false,
      version: 0,
    },
  };
}

function occurrence(text: string, nowMs: number): { timeMs: number } | { error: FieldError } {
  const timeMs = parseInstant(text);
  if (timeMs === null) return refused('/occurred_at', 'invalid_time', TIMESTAMP_FORMAT_ERROR);
  if (timeMs > nowMs + AHEAD_SECONDS * 1000) {
    return refused(
      '/occurred_at',
      'time_ahead',
      `Must not be more than ${AHEAD_SECONDS} seconds in the future.`,
    );
  }
  if (timeMs < nowMs - BACK_DAYS * DAY_MS) {
    return refused('/occurred_at', 'time_too_far_back', `Must be within the last ${BACK_DAYS} days.`);
  }
  return { timeMs };
}

function resolvePost(
  { platform, platform_post_id, content_id, kind }: EngagementInput,
  { contents, posts }: ResolvedReferences,
  { isFromPlatform }: IngestContext,
): Pick<Engagement, 'content_id' | 'platform_post_id'> | { error: FieldError } {
  if (platform_post_id !== undefined) {
    const post = posts.find(
      (each) => each.platform === platform && each.platform_post_id === platform_post_id,
    );
    if (!post && isFromPlatform && kind === 'mention') return { content_id: null, platform_post_id };
    return (
      post ??
      refused('/platform_post_id', UNKNOWN_POST, 'No post with this id was published from your workspace.')
    );
  }
  const content = contents.find(({ id }) => id === content_id);
  if (!content)
    return refused('/content_id', 'unknown_content', 'No content item in your workspace has this id.');
  if (!content.platforms.includes(platform)) {
    const meant = content.platforms.join(', ');
    return refused('/platform', 'not_of_content', `Must be a platform of the content item (${meant}).`);
  }
  return {
    content_id: content.id,
    platform_post_id: content.targets[platform]?.platform_post_id ?? null,
  };
}

function refused(pointer: string, code: string, detail: string): { error: FieldError } {
  return { error: { pointer, code, detail } };
}

/** Whether an element is a comment that would be kept, were its post known as ours. */
export function isOrphan({ kind }: EngagementInput, sorted: IngestDecision): boolean {
  return (
    kind === 'comment' &&
    typeof sorted === 'object' &&
    'error' in sorted &&
    sorted.error.code === UNKNOWN_POST
  );
}

/**
 * Whether a kept engagement came with this very request, sent before: then it is accepted and no duplicate.
 * `withinMs` is how long a request is taken for the same one.
 */
export function isFromSameRequest(
  { request, nowMs }: IngestContext,
  kept: Engagement,
  withinMs: number,
): boolean {
  return kept.request === request && nowMs - Date.parse(kept.received_at) < withinMs;
}
