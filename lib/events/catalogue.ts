import * as z from 'zod';
import { ContentResponse, TargetResponse } from '../api/responses.ts';
import { EVENT_KINDS, type Event, type EventKind, eventPayload } from '../domain/content/domain-events.ts';
import { PLATFORMS } from '../domain/platform.ts';

/** What an event of one kind says: when it is told, the shape of its `data`, and an example of it. */
export interface EventRow {
  description: string;
  data: z.ZodType<Record<string, unknown>>;
  sample: Record<string, unknown>;
}

const time = z.string().meta({ format: 'date-time' });
const platform = z.enum(PLATFORMS);
const count = z.number().int();

const post = {
  content_id: z.string(),
  platform,
  platform_post_id: z.string().nullable().meta({ description: 'Null while it is not published there.' }),
};
const textEngagement = z.object({
  ...post,
  external_id: z.string(),
  actor: z.string().nullable(),
  text: z.string().nullable(),
  occurred_at: time,
});

const mention = textEngagement.extend({
  content_id: z.string().nullable().meta({ description: 'Null of a mention that is at no post of yours.' }),
});

/** When the samples happened. */
const SAMPLE_AT = '2026-11-20T09:30:00.000Z';

const target = {
  platform: 'twitter',
  status: 'published',
  schedule_id: 'scd_01K00000000000000000000000',
  scheduled_at: SAMPLE_AT,
  published_at: SAMPLE_AT,
  late_by_seconds: 0,
  platform_post_id: '1445880548472328192',
  url: 'https://x.com/i/web/status/1445880548472328192',
  error: null,
  next_check_at: null,
};
const notYet = { published_at: null, late_by_seconds: null, platform_post_id: null, url: null };
const pendingTarget = { ...target, ...notYet, status: 'pending' };
const failedTarget = {
  ...target,
  ...notYet,
  status: 'failed',
  error: {
    code: 'duplicate_content',
    message: 'The platform refused the post: it has the same text as an earlier one.',
    category: 'content',
    retryable: false,
  },
};
const content = {
  id: 'cnt_01K00000000000000000000000',
  title: 'Summer campaign',
  description: 'Our summer campaign starts today.',
  status: 'scheduled',
  platforms: ['twitter'],
  media: [],
  platform_options: {},
  scheduled_at: SAMPLE_AT,
  created_at: SAMPLE_AT,
  updated_at: SAMPLE_AT,
  targets: [pendingTarget],
};
const scheduling = {
  group_id: 'grp_01K00000000000000000000000',
  platforms: ['twitter'],
  scheduled_at: SAMPLE_AT,
};
const samplePost = {
  content_id: content.id,
  platform: 'twitter',
  platform_post_id: target.platform_post_id,
};
const sampleTextEngagement = { ...samplePost, actor: 'ada', occurred_at: SAMPLE_AT };

/** The catalogue: every kind of event, and the only list of what they carry. Contract, section 7. */
export const EVENT_CATALOGUE: Record<EventKind, EventRow> = {
  'content.created': {
    description: 'An item was created. `data` is the item.',
    data: ContentResponse,
    sample: { ...content, status: 'draft', scheduled_at: null, targets: [] },
  },
  'content.published': {
    description: 'All targets of an item are published. `data` is the item.',
    data: ContentResponse,
    sample: { ...content, status: 'published', targets: [target] },
  },
  'content.scheduled': {
    description: 'An item was given a time. `data` is the item, `scheduling` what was scheduled just now.',
    data: ContentResponse.extend({
      scheduling: z.object({ group_id: z.string(), platforms: z.array(platform), scheduled_at: time }),
    }),
    sample: { ...content, scheduling },
  },
  'content.failed': {
    description:
      'A target failed for good, or nobody can tell whether it is live. `data` is the item, `failed_target` the target; there is one event for each.',
    data: ContentResponse.extend({ failed_target: TargetResponse }),
    sample: { ...content, status: 'failed', targets: [failedTarget], failed_target: failedTarget },
  },
  'engagement.received': {
    description:
      'Likes, shares, saves, clicks, views and reach of an item on a platform, summed over a minute.',
    data: z.object({
      ...post,
      since: time,
      until: time,
      deltas: z.partialRecord(z.enum(['like', 'share', 'save', 'click', 'view', 'reach']), count),
    }),
    sample: {
      ...samplePost,
      since: '2026-11-20T09:29:00.000Z',
      until: SAMPLE_AT,
      deltas: { like: 12, share: 3 },
    },
  },
  'comment.created': {
    description: 'Somebody commented on a post.',
    data: textEngagement,
    sample: { ...sampleTextEngagement, external_id: 'c-1', text: 'Lovely.' },
  },
  'mention.detected': {
    description: 'Somebody mentioned you.',
    data: mention,
    sample: { ...sampleTextEngagement, external_id: 'm-1', text: 'See @you.' },
  },
  'approval.requested': {
    description: 'An item was submitted for approval. `data` is the item.',
    data: ContentResponse,
    sample: { ...content, status: 'pending_approval', scheduled_at: null, targets: [] },
  },
};

/** All rows with their kinds. */
export function allEvents(): [EventKind, EventRow][] {
  return EVENT_KINDS.map((kind) => [kind, EVENT_CATALOGUE[kind]]);
}

/** The payload that is delivered of an event of this kind. */
export function payloadSchema(type: EventKind) {
  return z.object({
    id: z.string().meta({ description: 'Also the webhook-id: the same at every attempt.' }),
    type: z.literal(type),
    timestamp: time.meta({ description: 'When it happened.' }),
    workspace_id: z.string(),
    data: EVENT_CATALOGUE[type].data,
    test: z
      .literal(true)
      .optional()
      .meta({ description: 'Only in a test delivery, whose data is a sample.' }),
  });
}

/** An event of a kind as a test delivery sends it. Its data is a sample and belongs to no item. */
export function sampleEvent(type: EventKind, id: string, workspaceId: string, timestamp: string): Event {
  return { id, workspace_id: workspaceId, type, timestamp, data: EVENT_CATALOGUE[type].sample };
}

/** The payload of a kind with ids that are nobody's: the example of the documents. */
export function payloadSample(type: EventKind): Event {
  const place = EVENT_KINDS.indexOf(type);
  const id = `evt_01K0000000000000000000000${place}`;
  return eventPayload(sampleEvent(type, id, 'ws_01K00000000000000000000000', SAMPLE_AT));
}
