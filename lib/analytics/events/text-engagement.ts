import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { EventDraft } from '../../core/events/event-module.ts';
import type { Engagement } from '../rules/engagement-ingestion.ts';

/** Return the event of one comment or mention. Platforms repeat webhooks, so the key is their own id of it. */
export function textEngagementDraft(kind: string, engagement: Engagement): EventDraft {
  const {
    content_id,
    platform,
    account_id = null,
    platform_post_id,
    external_id,
    actor,
    text,
    occurred_at,
  } = engagement;
  return {
    dedupKey: `${platform}/${kind}/${external_id}`,
    timestamp: engagement.received_at,
    data: {
      ...{ content_id, platform, account_id, sandbox: isSandboxAccountId(account_id), platform_post_id },
      ...{ external_id, actor, text, occurred_at },
    },
  };
}
