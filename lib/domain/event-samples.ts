import type { Event, EventKind } from './events.ts';

const AT = '2026-11-20T09:30:00.000Z';

const target = {
  platform: 'twitter',
  status: 'published',
  schedule_id: 'scd_01K00000000000000000000000',
  scheduled_at: AT,
  published_at: AT,
  late_by_seconds: 0,
  platform_post_id: '1445880548472328192',
  url: 'https://x.com/i/web/status/1445880548472328192',
  error: null,
};

const content = {
  id: 'cnt_01K00000000000000000000000',
  title: 'Summer campaign',
  description: 'Our summer campaign starts today.',
  status: 'scheduled',
  platforms: ['twitter'],
  media: [],
  platform_options: {},
  scheduled_at: AT,
  created_at: AT,
  updated_at: AT,
  targets: [{ ...target, status: 'pending', published_at: null, platform_post_id: null, url: null }],
};

const failure = {
  code: 'duplicate_content',
  message: 'The platform refused the post: it has the same text as an earlier one.',
  category: 'content',
  retryable: false,
};

const post = { content_id: content.id, platform: 'twitter', platform_post_id: target.platform_post_id };

/** What an event of each kind carries, by example. */
const SAMPLE_DATA: Record<EventKind, Record<string, unknown>> = {
  'content.created': content,
  'content.scheduled': {
    ...content,
    scheduling: { group_id: 'grp_01K00000000000000000000000', platforms: ['twitter'], scheduled_at: AT },
  },
  'content.published': { ...content, status: 'published', targets: [target] },
  'content.failed': {
    ...content,
    status: 'failed',
    targets: [{ ...target, status: 'failed', published_at: null, error: failure }],
    failed_target: { ...target, status: 'failed', published_at: null, error: failure },
  },
  'engagement.received': { ...post, since: AT, until: AT, deltas: { like: 12, share: 3 } },
  'comment.created': { ...post, external_id: 'c-1', actor: 'ada', text: 'Lovely.', occurred_at: AT },
  'mention.detected': { ...post, external_id: 'm-1', actor: 'ada', text: 'See @you.', occurred_at: AT },
  'approval.requested': { ...content, status: 'pending_approval' },
};

/** An event of a kind as a test delivery sends it. Its data is a sample and belongs to no item. */
export function sampleEvent(type: EventKind, id: string, workspaceId: string, timestamp: string): Event {
  return { id, workspace_id: workspaceId, type, timestamp, data: SAMPLE_DATA[type] };
}
