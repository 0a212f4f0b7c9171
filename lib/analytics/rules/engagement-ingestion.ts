import type { Content } from '../../content/rules/content.ts';
import { accountOf, destinationsOf } from '../../content/rules/content-targets.ts';
import type { FieldError } from '../../core/problems/request-errors.ts';
import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { DAY_MS, formatInstant, parseInstant, TIMESTAMP_FORMAT_ERROR } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { MetricName } from './metrics.ts';

/** Kinds of engagement that a client can report. See docs/reference/engagements.md. */
export const ENGAGEMENT_KINDS = ['like', 'comment', 'share', 'save', 'click', 'mention', 'view', 'reach'] as const;
export type EngagementKind = (typeof ENGAGEMENT_KINDS)[number];

/** Post metric that each kind adds to. A mention adds to none. */
// biome-ignore format: two lines keep the table short.
export const METRIC_BY_KIND: Record<EngagementKind, MetricName | null> = {
  like: 'likes', comment: 'comments', share: 'shares', save: 'saves',
  click: 'clicks', mention: null, view: 'impressions', reach: 'reach',
};

/**
 * A batch element with a valid schema. It has exactly one of `platform_post_id` and `content_id`, and `account_id` with
 * `content_id` only.
 */
export interface EngagementInput {
  platform: Platform;
  platform_post_id?: string | undefined;
  content_id?: string | undefined;
  account_id?: string | undefined;
  kind: EngagementKind;
  count?: number | undefined;
  actor?: string | undefined;
  text?: string | undefined;
  occurred_at: string;
  external_id: string;
}

/** A stored engagement, unique by platform and external id within a workspace. */
export interface Engagement {
  workspace_id: string;
  content_id: string | null; // Null for a mention that refers to no published post; only a platform can report one.
  platform: Platform;
  account_id: string | null; // Null while the item has no account of the platform yet.
  platform_post_id: string | null; // Null while the item is not published on the platform.
  schedule_id?: string; // The schedule entry of the post. Absent while there is none, and in older records.
  kind: EngagementKind;
  count: number;
  actor: string | null;
  text: string | null;
  occurred_at: string;
  external_id: string;
  received_at: string;
  request: string; // Fingerprint of the ingesting request: a retry of that request gets `accepted` again.
  /** False if excluded from totals, because totals of the platform include it. Absent means true. */
  counts_in_totals?: boolean;
  is_aggregated: boolean; // True once the stream handler has added it to the totals, if it counts in them.
  due_at?: string | null; // When that is overdue; null once it is done. Absent in older engagements.
  version: number;
}

/** The content item that a platform post belongs to. */
export interface PublishedPost {
  workspace_id: string;
  content_id: string;
  platform: Platform;
  account_id: string | null;
  platform_post_id: string;
  schedule_id?: string; // The schedule entry of the post. Absent in older records.
}

/** A comment reported by a platform on a post that is not known to the workspace. */
export interface OrphanComment extends EngagementInput {
  workspace_id: string;
  platform_post_id: string;
}

/** Content items and posts that a batch refers to, as far as they exist. */
export type ResolvedReferences = { contents: Content[]; posts: PublishedPost[] };

/**
 * The origin of a batch. `fromAccount`: the account whose platform has reported it; its engagements are not counted,
 * because totals of the platform include them. Null for an account that is not known.
 */
export interface IngestContext {
  workspaceId: string;
  nowMs: number;
  request: string;
  fromAccount?: string | null;
}

/** Decision for an element: store it, reject it, or skip it as a duplicate within the batch. */
export type IngestDecision = { engagement: Engagement } | { error: FieldError } | 'duplicate';

const UNKNOWN_POST = 'unknown_post';
const AHEAD_SECONDS = 60;
const BACK_DAYS = 90;

/** Classify the elements of a batch, in their order. A rejected element makes no later one a duplicate. */
export function classifyBatch(
  elements: ({ sent: EngagementInput } | { error: FieldError })[],
  known: ResolvedReferences,
  context: IngestContext,
): IngestDecision[] {
  const seen = new Set<string>();
  return elements.map((element, index) => {
    if ('error' in element) return element;
    const decision = toEngagement(element.sent, known, context);
    if ('error' in decision) {
      return { error: { ...decision.error, pointer: `/engagements/${index}${decision.error.pointer}` } };
    }
    const name = `${decision.engagement.platform}\n${decision.engagement.external_id}`;
    if (seen.has(name)) return 'duplicate';
    seen.add(name);
    return decision;
  });
}

/** Build the engagement of an element, or the error. Pointers are relative to the element. */
function toEngagement(sent: EngagementInput, known: ResolvedReferences, context: IngestContext) {
  const occurred = occurrence(sent.occurred_at, context.nowMs);
  if ('error' in occurred) return occurred;
  const post = resolvePost(sent, known, context);
  if ('error' in post) return post;
  return {
    engagement: {
      workspace_id: context.workspaceId,
      content_id: post.content_id,
      platform: sent.platform,
      account_id: post.account_id,
      platform_post_id: post.platform_post_id,
      ...(post.schedule_id ? { schedule_id: post.schedule_id } : {}),
      kind: sent.kind,
      count: sent.count ?? 1,
      actor: sent.actor ?? null,
      text: sent.text ?? null,
      occurred_at: formatInstant(occurred.timeMs),
      external_id: sent.external_id,
      received_at: formatInstant(context.nowMs),
      request: context.request,
      ...(context.fromAccount !== undefined ? { counts_in_totals: false } : {}),
      is_aggregated: false,
      due_at: reprocessAt(formatInstant(context.nowMs), context.nowMs),
      version: 0,
    },
  };
}

function occurrence(text: string, nowMs: number): { timeMs: number } | { error: FieldError } {
  const timeMs = parseInstant(text);
  if (timeMs === null) return rejection('/occurred_at', 'invalid_time', TIMESTAMP_FORMAT_ERROR);
  if (timeMs > nowMs + AHEAD_SECONDS * 1000) {
    return rejection('/occurred_at', 'time_ahead', `Must not be more than ${AHEAD_SECONDS} seconds in the future.`);
  }
  if (timeMs < nowMs - BACK_DAYS * DAY_MS) {
    return rejection('/occurred_at', 'time_too_far_back', `Must be within the last ${BACK_DAYS} days.`);
  }
  return { timeMs };
}

function resolvePost(
  { platform, platform_post_id, content_id, account_id, kind }: EngagementInput,
  { contents, posts }: ResolvedReferences,
  { fromAccount }: IngestContext,
): Pick<Engagement, 'content_id' | 'account_id' | 'platform_post_id' | 'schedule_id'> | { error: FieldError } {
  if (platform_post_id !== undefined) {
    const post = posts.find((each) => each.platform === platform && each.platform_post_id === platform_post_id);
    if (!post && fromAccount !== undefined && kind === 'mention') {
      return { content_id: null, account_id: fromAccount, platform_post_id };
    }
    return (
      post ?? rejection('/platform_post_id', UNKNOWN_POST, 'No post with this id was published from your workspace.')
    );
  }
  const content = contents.find(({ id }) => id === content_id);
  if (!content) return rejection('/content_id', 'unknown_content', 'No content item in your workspace has this id.');
  if (!content.platforms.includes(platform)) {
    const meant = content.platforms.join(', ');
    return rejection('/platform', 'not_of_content', `Must be a platform of the content item (${meant}).`);
  }
  const targets = destinationsOf(content)
    .filter((each) => each.platform === platform)
    .map(({ key, ...each }) => ({ key, account: accountOf(content, { key, ...each }) }));
  const [target, ...others] = targets.filter(({ account }) => account_id === undefined || account === account_id);
  if (!target) {
    return rejection('/account_id', 'not_of_content', 'Must be an account of the content item on the platform.');
  }
  if (others.length > 0) {
    const accounts = targets.map(({ account }) => account).join(', ');
    const detail = `Required, because the content item has several accounts on the platform (${accounts}).`;
    return rejection('/account_id', 'required', detail);
  }
  const { key, account } = target;
  const { platform_post_id: postId = null, schedule_id } = content.targets[key] ?? {};
  return {
    content_id: content.id,
    account_id: account,
    platform_post_id: postId,
    ...(schedule_id ? { schedule_id } : {}),
  };
}

function rejection(pointer: string, code: string, detail: string): { error: FieldError } {
  return { error: { pointer, code, detail } };
}

/** Return whether an element is a comment that was rejected only because its post is unknown. */
export function isOrphan({ kind }: EngagementInput, decision: IngestDecision): boolean {
  return (
    kind === 'comment' && typeof decision === 'object' && 'error' in decision && decision.error.code === UNKNOWN_POST
  );
}

/** Return whether this request stored the engagement in an attempt of the last `withinMs`: no duplicate. */
export function isFromSameRequest({ request, nowMs }: IngestContext, stored: Engagement, withinMs: number): boolean {
  return stored.request === request && nowMs - Date.parse(stored.received_at) < withinMs;
}
