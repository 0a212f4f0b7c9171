import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, platformName, sha256Hash, timestamp } from '../../../core/api/response-fields.ts';
import { adaptationFields } from '../../../media/api/media/responses.ts';
import { VISIBILITIES } from '../../../platforms/facts/platform.ts';
import { APPROVAL_STATUSES } from '../../rules/approval.ts';
import { CONTENT_STATUSES } from '../../rules/content.ts';
import { WARNING_CODES } from '../../rules/publish-failure-reasons.ts';
import { REVIEW_LINK_STATUSES, REVIEW_PERMISSIONS } from '../../rules/review-link.ts';
import { ENTRY_STATUSES } from '../../rules/schedule-entry.ts';
import { TARGET_ACTION_NAMES } from '../../rules/target-actions.ts';
import { PART_KINDS, PART_STATUSES } from '../../rules/thread-view.ts';
import { MAX_TIMELINE_EVENTS, TIMELINE_STATES, type TimelineEventType } from '../../rules/timeline.ts';

export const PublishErrorResponse = lazyObject(() => ({
  code: z.string(),
  message: z.string(),
  category: z.enum(['auth', 'content', 'account', 'rate_limit', 'platform', 'system']),
  retryable: z.boolean(),
}));

/** A part of a target: the post, a further post of its thread, or its first comment. */
export const TargetPart = lazyObject(() => ({
  index: integer(),
  kind: z.enum(PART_KINDS),
  status: z.enum(PART_STATUSES),
  platform_post_id: z.nullable(z.string()),
  url: z.nullable(z.string()),
  published_at: z.nullable(timestamp()),
  error: z.nullable(PublishErrorResponse()),
}));

/** A target as events contain it: without its timeline and the available actions. */
export const TargetData = lazyObject(() => ({
  platform: platformName(),
  account_id: z.nullable(z.string()),
  sandbox: z.boolean(),
  status: z.enum(ENTRY_STATUSES),
  schedule_id: z.string(),
  scheduled_at: timestamp(),
  published_at: z.nullable(timestamp()),
  late_by_seconds: z.nullable(integer()),
  platform_post_id: z.nullable(z.string()),
  url: z.nullable(z.string()),
  error: z.nullable(PublishErrorResponse()),
  next_check_at: z.nullable(timestamp()),
  parts: z.array(TargetPart()),
}));

export const TimelineEventResponse = lazyObject(() => ({
  type: z.enum(Object.keys(TIMELINE_STATES) as TimelineEventType[]),
  at: timestamp(),
  detail: z.nullable(z.string()),
}));

export const TargetResponse = lazyObject(() => ({
  ...TargetData().shape,
  timeline: z.array(TimelineEventResponse()).check(z.maxLength(MAX_TIMELINE_EVENTS)),
  timeline_omitted: integer(),
  available_actions: z.array(z.enum(TARGET_ACTION_NAMES)),
}));

export const contentSummary = lazy(() => ({
  id: z.string(),
  title: z.string(),
  status: z.enum(CONTENT_STATUSES),
  platforms: z.array(platformName()),
  scheduled_at: z.nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
}));

/** The approval of an item; null until it is submitted for the first time. */
const ApprovalResponse = lazyObject(() => ({
  status: z.enum(APPROVAL_STATUSES),
  content_hash: sha256Hash(),
  requested_by: z.string(),
  requested_at: timestamp(),
  decided_by: z.nullable(z.string()),
  decided_by_name: z.nullable(z.string()),
  decided_at: z.nullable(timestamp()),
  note: z.nullable(z.string()),
}));

const publishedMedia = lazy(() => ({
  media_id: z.optional(z.string()),
  url: z.optional(z.string()),
  type: z.enum(['image', 'video']),
  alt: z.optional(z.string()),
}));

/** The files of a post. */
export const PublishedMedia = lazy(() => z.array(z.object(publishedMedia())));

/** The files of a post, and how each of them is changed for a platform. */
export const PreviewedMedia = lazy(() =>
  z.array(z.object({ ...publishedMedia(), adaptation: z.nullable(z.object(adaptationFields())) })),
);

/** The posts of a thread after the first one. */
const ThreadResponse = lazy(() => z.array(z.object({ text: z.string(), media: PublishedMedia() })));

/** A content item as events contain it: without warnings, which depend on the time of the request, and timelines. */
export const ContentData = lazyObject(() => ({
  ...contentSummary(),
  description: z.nullable(z.string()),
  media: PublishedMedia(),
  thread: ThreadResponse(),
  first_comment: z.nullable(z.string()),
  accounts: z.array(z.string()),
  platform_options: z.partialRecord(
    platformName(),
    z.object({
      text: z.optional(z.string()),
      media: z.optional(PublishedMedia()),
      link: z.optional(z.string()),
      visibility: z.optional(z.enum(VISIBILITIES)),
      thread: z.optional(ThreadResponse()),
      first_comment: z.optional(z.nullable(z.string())),
    }),
  ),
  sandbox: z.boolean(),
  approval: z.nullable(ApprovalResponse()),
  targets: z.array(TargetData()),
}));

export const WarningResponse = lazyObject(() => ({
  code: z.enum(WARNING_CODES),
  platform: platformName(),
  account_id: z.nullable(z.string()),
  detail: z.string(),
}));

export const ContentResponse = lazyObject(() => ({
  ...ContentData().shape,
  targets: z.array(TargetResponse()),
  warnings: z.array(WarningResponse()),
}));

export const ReviewCommentResponse = lazyObject(() => ({
  id: z.string(),
  content_id: z.string(),
  author_id: z.string(),
  author_name: z.nullable(z.string()),
  body: z.string(),
  created_at: timestamp(),
}));

export const ReviewLinkResponse = lazyObject(() => ({
  id: z.string(),
  content_id: z.string(),
  name: z.string(),
  permission: z.enum(REVIEW_PERMISSIONS),
  status: z.enum(REVIEW_LINK_STATUSES),
  created_by: z.string(),
  created_at: timestamp(),
  expires_at: timestamp(),
  revoked_at: z.nullable(timestamp()),
  last_used_at: z.nullable(timestamp()),
}));

/** A new link. Only this response has its url. */
export const ReviewLinkUrlResponse = lazyObject(() => ({ ...ReviewLinkResponse().shape, url: z.string() }));
