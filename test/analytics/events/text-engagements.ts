import type { Engagement, EngagementKind } from '../../../lib/analytics/rules/engagement-ingestion.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';

/** Return an engagement of the kind with these fields. */
export function engagement(kind: EngagementKind, fields: Partial<Engagement> = {}): Engagement {
  return {
    workspace_id: 'ws_1',
    content_id: 'cnt_1',
    platform: 'twitter',
    account_id: 'acc_1',
    platform_post_id: '77',
    kind,
    count: 1,
    actor: 'ada',
    text: 'Lovely.',
    occurred_at: '2027-03-01T08:00:00.000Z',
    external_id: 'c-1',
    received_at: '2027-03-01T09:00:00.000Z',
    request: 'request-1',
    is_aggregated: false,
    version: 0,
    ...fields,
  };
}

/** Return the events of a new engagement. */
export function eventsOf(after: Engagement) {
  return deriveEvents('Engagement', { before: null, after, changedAt: after.received_at });
}
