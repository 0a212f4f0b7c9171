import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, sha256Hash, timestamp } from '../../../core/api/response-fields.ts';
import { labelFields } from '../../../labels/api/labels/responses.ts';
import { adaptationFields } from '../../../media/api/media/responses.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { VISIBILITIES } from '../../../platforms/platform.ts';
import { enumeratePlatforms } from '../../../platforms/platform-names.ts';
import { LINK_CARD_RULES } from '../../../platforms/platforms.ts';
import { CONTENT_ACTION_NAMES } from '../../rules/actions/content-actions.ts';
import { EDITABLE_FIELD_NAMES } from '../../rules/actions/editable-fields.ts';
import { TARGET_ACTION_NAMES } from '../../rules/actions/target-actions.ts';
import { CONTENT_STATUSES } from '../../rules/content.ts';
import { APPROVAL_STATUSES, APPROVED_FIELDS } from '../../rules/content-approval.ts';
import { ENTRY_STATUSES } from '../../rules/schedule-entry.ts';
import { WARNING_CODES } from '../../rules/sends/publish-failure-reasons.ts';
import {
  FIRST_TIMELINE_EVENTS,
  MAX_TIMELINE_EVENTS,
  TIMELINE_STATES,
  type TimelineEventType,
} from '../../rules/timeline.ts';
import { TEXT_FIELDS } from '../../rules/view/readable-texts.ts';
import { PART_KINDS, PART_STATUSES } from '../../rules/view/thread-view.ts';
import { ContentAgent } from './agent-responses.ts';
import { HALT_DOCS, HaltMark } from './halt-responses.ts';
import { OccurrenceOfResponse } from './occurrence-of-response.ts';
import { PUBLISHED_TEXTS_DOCS, PublishedTextsResponse } from './published-texts-responses.ts';
import { QueueSlotResponse } from './queue-slot-response.ts';
import { scheduledLocal } from './time-responses.ts';

// biome-ignore format: one field per line.
export const PublishErrorResponse = lazyObject(() => ({
  code: z.string().check(z.meta({ description: 'Machine-readable error code.', examples: ['duplicate_content'] })),
  message: z.string(),
  category: z.enum(['auth', 'content', 'account', 'rate_limit', 'platform', 'system']).check(z.meta({ description: 'The category of the failure.', examples: ['content'] })),
  retryable: z.boolean(),
}));

/** A part of a target: the post, a further post of its thread, or its first comment. */
// biome-ignore format: one field per line.
export const TargetPart = lazyObject(() => ({
  index: integer().check(z.meta({ description: 'The position of the part, from 0 for the post.', examples: [1] })),
  kind: z.enum(PART_KINDS).check(z.meta({ description: '`post`: the first post. `reply`: a further post of the thread. `comment`: the first comment.', examples: ['reply'] })),
  status: z.enum(PART_STATUSES).check(z.meta({ description: '`not_sent`: the target failed before this part. The other statuses are the same as for a target.', examples: ['published'] })),
  platform_post_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the part on the platform. Null if it does not exist or is unknown.', examples: ['1445880548472328193'] })),
  url: z.nullable(z.string()),
  published_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of publication. Null until the part is published.', examples: ['2026-11-20T09:30:00.000Z'] })),
  error: z.nullable(PublishErrorResponse()).check(z.describe('Why the part failed, or why its outcome is unknown.')),
}));

/** A target as events contain it: without its timeline and the available actions. */
// biome-ignore format: one field per line.
export const TargetData = lazyObject(() => ({
  platform: platformName(),
  account_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the platform account.', examples: ['acc_01K00000000000000000000000'] })),
  sandbox: z.boolean(),
  status: z.enum(ENTRY_STATUSES),
  schedule_id: z.string().check(z.meta({ description: 'The id of the schedule entry.', examples: ['scd_01K00000000000000000000000'] })),
  scheduled_at: timestamp(),
  scheduled_local: scheduledLocal(),
  published_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of publication. Null until the post is published.', examples: ['2026-11-20T09:30:00.000Z'] })),
  late_by_seconds: z.nullable(integer()).check(z.meta({ description: 'Delay between the scheduled time and publication, in seconds. Null until the post is published.', examples: [1] })),
  platform_post_id: z.nullable(z.string()),
  url: z.nullable(z.string()),
  error: z.nullable(PublishErrorResponse()).check(z.describe('Details of the failure. Null if there is none.')),
  next_check_at: z.nullable(timestamp()).check(z.meta({ description: 'For unconfirmed targets: time at which the service next checks whether the post is live. Null if no further check is scheduled.', examples: [null] })),
  retry_may_duplicate: z.boolean().check(z.meta({ description: 'Whether sending the target again may create a second post: an earlier request may have published it, and the platform cannot prove the opposite. Check the account on the platform before you retry.', examples: [false] })),
  parts: z.array(TargetPart()).check(z.describe('The parts of the target in order of publication: the post, its thread and the first comment. Empty if the target is a single post.')),
}));

// biome-ignore format: one field per line.
export const TimelineEventResponse = lazyObject(() => ({
  type: z.enum(Object.keys(TIMELINE_STATES) as TimelineEventType[]).check(z.meta({ description: 'The type of the event. `claimed`: an attempt started. `sent`: the publishing request was about to be sent. `retry_scheduled`: the attempt failed before anything was published, and will be retried. `checked`: the service looked for an unconfirmed post on the platform, without a result. `reconciled`: the service found the post. `claimed` and `sent` are omitted for further parts of a thread once they are confirmed.', examples: ['confirmed'] })),
  at: timestamp().check(z.meta({ description: 'Time of the event.', examples: ['2026-11-20T09:30:00.000Z'] })),
  detail: z.nullable(z.string()).check(z.meta({ description: 'Details by type. `failed`, `unconfirmed`, `retry_scheduled`: the error code. `resolved`: the reported outcome. `checked`: `not_supported` if the platform has no such query. `confirmed`, `reconciled`: the `index` of the part of a thread. `rescheduled`: the id of the halt whose end moved the target. Otherwise null.', examples: [null] })),
}));

// biome-ignore format: one field per line.
export const TargetResponse = lazyObject(() => ({
  ...TargetData().shape,
  halt: z.nullable(HaltMark()).check(z.meta(HALT_DOCS)),
  timeline: z.array(TimelineEventResponse()).check(z.maxLength(MAX_TIMELINE_EVENTS), z.describe(`Events of the target in chronological order, across all its schedule entries: the first ${FIRST_TIMELINE_EVENTS} and the latest ${MAX_TIMELINE_EVENTS - FIRST_TIMELINE_EVENTS}. Empty for targets that an earlier version of the service published.`)),
  timeline_omitted: integer().check(z.meta({ description: `Number of events after the first ${FIRST_TIMELINE_EVENTS} of \`timeline\` that are no longer stored.`, examples: [0] })),
  available_actions: z.array(z.enum(TARGET_ACTION_NAMES)).check(z.describe('The actions that the status allows. `reschedule`: `PUT /schedule/{id}`. `cancel`: `DELETE /schedule/{id}`. `retry`: `POST /content/{id}/retry`. `resolve`: `POST /content/{id}/targets/{platform}/resolve`. Your permissions and a required approval are checked when you send the request.')),
}));

// biome-ignore format: one field per line.
export const contentSummary = lazy(() => ({
  id: z.string().check(z.meta({ description: 'The unique id of the object.', examples: ['cnt_01K00000000000000000000000'] })),
  title: z.string(),
  status: z.enum(CONTENT_STATUSES),
  platforms: z.array(platformName()),
  scheduled_at: z.nullable(timestamp()).check(z.meta({ description: 'Scheduled time of publication. Null for drafts.', examples: ['2026-11-20T09:30:00.000Z'] })),
  scheduled_local: scheduledLocal(),
  created_at: timestamp(),
  updated_at: timestamp(),
}));

/** The first file of an item, for lists. */
// biome-ignore format: one field per line.
export const ThumbnailResponse = lazyObject(() => ({
  media_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the media file. Null for a file behind a URL.', examples: ['med_01K00000000000000000000000'] })),
  kind: z.enum(['image', 'video']).check(z.meta({ description: 'Whether the file is an image or a video.', examples: ['image'] })),
  url: z.string().check(z.meta({ description: 'URL of the file. For a file of the media library, of its smallest version, valid for at most an hour.', examples: ['https://example-media.s3.eu-central-1.amazonaws.com/media/med_01K00000000000000000000000'] })),
}));

/** The approval of an item; null until it is submitted for the first time. */
// biome-ignore format: one field per line.
const ApprovalResponse = lazyObject(() => ({
  status: z.enum(APPROVAL_STATUSES).check(z.meta({ description: 'The approval status. `not_submitted`: the item was withdrawn, or an edit revoked the approval.', examples: ['pending_approval'] })),
  content_hash: sha256Hash().check(z.meta({ examples: ['5e9f5c2f7a1f0d6b3c4e8a9d2b1c0f7e6d5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c'] })),
  requested_by: z.string().check(z.meta({ description: 'The member who submitted the item.', examples: ['usr_01K00000000000000000000000'] })),
  requested_at: timestamp().check(z.meta({ description: 'Time the item was submitted.', examples: ['2026-11-20T09:30:00.000Z'] })),
  agent: z.nullable(ContentAgent()).check(z.meta({ description: 'The agent key that submitted the item for the member. Null if a person or another program did. The note is then a statement of the agent.', examples: [null] })),
  decided_by: z.nullable(z.string()).check(z.meta({ description: 'The member who made the decision, withdrew the item, or revoked the approval by an edit; or the review link (`rvl_`) of an external reviewer. Null while the approval is pending.', examples: ['usr_01K00000000000000000000000'] })),
  decided_by_name: z.nullable(z.string()).check(z.meta({ description: 'The name of the external reviewer. Null for a member, and while the approval is pending.', examples: [null] })),
  decided_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of the decision. Null while the approval is pending.', examples: ['2026-11-20T09:30:00.000Z'] })),
  note: z.nullable(z.string()).check(z.meta({ description: 'A note to the other members. Null if there is none, or if the token may not read it.', examples: ['Ready for review.'] })),
  changed_fields: z.array(z.enum(APPROVED_FIELDS)).check(z.meta({ description: 'The fields that were edited since the last decision about the item, or since it was first submitted if there was none.', examples: [['description']] })),
  submission: integer().check(z.meta({ description: 'How often the item was submitted. `GET /content/{id}/versions` returns the last ten submissions. 0 if it was submitted to an earlier version of the service only.', examples: [1] })),
}));

// biome-ignore format: one field per line.
const publishedMedia = lazy(() => ({
  media_id: z.optional(z.string()).check(z.meta({ description: 'The id of a media file with the status `ready`. Cannot be combined with `url`.', examples: ['med_01K00000000000000000000000'] })),
  url: z.optional(z.string()).check(z.meta({ description: 'The URL of the media file.', examples: ['https://media.example.com/a.jpg'] })),
  type: z.enum(['image', 'video']).check(z.describe('The media type.')),
  alt: z.optional(z.string()),
}));

/** The files of a post. */
export const PublishedMedia = lazy(() => z.array(z.object(publishedMedia())));

/** The files of a post, and how each of them is changed for a platform. */
// biome-ignore format: one field per line.
export const PreviewedMedia = lazy(() =>
  z.array(z.object({
    ...publishedMedia(),
    adaptation: z.nullable(z.object(adaptationFields())).check(z.describe('The adapted file that the platform receives. Null if the file is published unchanged.')),
  })),
);

/** The posts of a thread after the first one. */
const ThreadResponse = lazy(() => z.array(z.object({ text: z.string(), media: PublishedMedia() })));

/** A content item as events contain it: without warnings, which depend on the time of the request, and timelines. */
// biome-ignore format: one field per line.
export const ContentData = lazyObject(() => ({
  ...contentSummary(),
  description: z.nullable(z.string()).check(z.meta({ description: 'The text to publish. If null, the title is published.', examples: ['Our summer campaign starts today.'] })),
  media: PublishedMedia(),
  thread: ThreadResponse(),
  first_comment: z.nullable(z.string()),
  accounts: z.array(z.string()),
  ...labelFields(),
  metadata: z.record(z.string(), z.string()).check(z.meta({ description: 'Values of the caller.', examples: [{ ticket: 'MKT-17' }] })),
  agents: z.array(ContentAgent()).check(z.meta({ description: 'The agent keys that wrote something of the item. It is published only after a person has approved it.', examples: [[]] })),
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
  queue: z.nullable(QueueSlotResponse()).check(z.meta({ description: 'The slot of a queue in which the item is published. Null if it has none.', examples: [null] })),
  recurrence: z.nullable(OccurrenceOfResponse()).check(z.meta({ description: 'The recurrence that made the item, and the date for which. Null for an item that was written.', examples: [null] })),
  sandbox: z.boolean(),
  approval: z.nullable(ApprovalResponse()).check(z.describe('The approval of the item. Null until the item is first submitted.')),
  targets: z.array(TargetData()).check(z.describe('Publishing status on each platform. Empty for drafts.')),
}));

// biome-ignore format: one field per line.
export const WarningResponse = lazyObject(() => ({
  code: z.enum(WARNING_CODES).check(z.meta({ description: 'The error code with which the target will fail if the problem is not fixed. `local_time_skipped`, `local_time_repeated` and `sandbox_marker` do not prevent publishing. `duplicate_content`, from validation only: scheduling the item fails.', examples: ['media_required'] })),
  platform: platformName(),
  account_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the platform account. Null if no account is connected.', examples: ['acc_01K00000000000000000000000'] })),
  detail: z.string().check(z.meta({ description: 'Human-readable explanation.', examples: ['Instagram requires at least one image.'] })),
}));

const linkCardsDocs = lazy(
  () =>
    `The link cards of the posts on ${enumeratePlatforms((platform) => LINK_CARD_RULES[platform] !== null)}, as the linked pages were when the item was submitted for approval, at most five. Exactly these are approved and published; links that are not listed have no card. Null while the item is not submitted: its pages are then read at the time of publication.`,
);

// biome-ignore format: one field per line.
export const linkCardFields = lazy(() => ({
  platform: platformName(),
  url: z.string().check(z.meta({ description: 'The URL of the page.', examples: ['https://example.com/summer'] })),
  parts: z.array(integer()).check(z.meta({ description: 'The positions of the parts that show the card, from 0 for the post.', examples: [[0]] })),
  title: z.nullable(z.string()).check(z.meta({ description: 'The title of the card. Null if there is no card, because the page could not be read.', examples: ['Summer campaign'] })),
  description: z.string().check(z.meta({ description: 'The description of the page.', examples: ['Our summer campaign starts today.'] })),
}));

/** The card of a link, as its page was read. */
// biome-ignore format: one field per line.
const LinkCardResponse = lazyObject(() => ({
  ...linkCardFields(),
  image_url: z.nullable(z.string()).check(z.meta({ description: 'The URL of the image of the card. Expires after one hour. Null if the card has none.', examples: [null] })),
}));

const EDITABLE_FIELDS_DOCS =
  'The fields that `PUT /content/{id}` can change in the current state. `platforms` and `accounts`: while nothing is scheduled or published, also when all targets have failed; while the item is `partially_published`, to remove failed targets. The others: until a platform has, or may have, the text. While a thread is interrupted, an edit must not change a part that is live. A status change is an action.';
const AVAILABLE_ACTIONS_DOCS =
  'What the state of the item and the settings of the workspace permit. `publish`, `return_to_draft` and `cancel`: `PUT /content/{id}` with the `status` `published`, `draft` or `cancelled`. `schedule`: `PUT /content/{id}` with `scheduled_at`. `submit`, `approve`, `request_changes` and `withdraw`: `POST /content/{id}/submit`, `…/approve`, `…/request-changes` and `…/withdraw`. `retry`: `POST /content/{id}/retry`. `delete`: `DELETE /content/{id}`. The request checks the permissions of the caller, who may approve, and the platform rules for the content.';

export const ContentResponse = lazyObject(() => ({
  ...ContentData().shape,
  published_texts: z
    .array(PublishedTextsResponse())
    .check(z.meta({ description: PUBLISHED_TEXTS_DOCS, examples: [[]] })),
  link_cards: z.nullable(z.array(LinkCardResponse())).check(z.meta({ description: linkCardsDocs(), examples: [null] })),
  editable_fields: z
    .array(z.enum(EDITABLE_FIELD_NAMES))
    .check(z.meta({ description: EDITABLE_FIELDS_DOCS, examples: [[]] })),
  available_actions: z
    .array(z.enum(CONTENT_ACTION_NAMES))
    .check(z.meta({ description: AVAILABLE_ACTIONS_DOCS, examples: [['delete']] })),
  targets: z.array(TargetResponse()).check(z.describe('Publishing status on each platform. Empty for drafts.')),
  warnings: z.array(WarningResponse()),
}));

/** An item after a request that changed it: its texts only for a token that may read them. */
export const ChangedContentResponse = lazyObject(() => {
  const isText = (name: string) => (TEXT_FIELDS as readonly string[]).includes(name);
  const fields = Object.entries<z.ZodMiniType>(ContentResponse().shape);
  const changed = fields.map(([name, schema]) => [name, isText(name) ? z.optional(schema) : schema]);
  return Object.fromEntries(changed) as Omit<ContentShape, TextField> & OptionalTexts;
});

type TextField = (typeof TEXT_FIELDS)[number];
type ContentShape = ReturnType<typeof ContentResponse>['shape'];
type OptionalTexts = { [Field in TextField]: z.ZodMiniOptional<ContentShape[Field]> };
