import type { InboundEngagement } from '../domain/analytics/inbound-webhook.ts';
import type { Platform } from '../domain/platform.ts';
import { parseInstagramWebhook } from './instagram/webhook.ts';
import { parseLinkedInWebhook } from './linkedin/webhook.ts';
import { parseXWebhook } from './twitter/webhook.ts';

/**
 * What a webhook of each platform tells that can be engagement: nothing of an event of another kind or form.
 * `accountId` is the platform's own id of the account.
 */
export const WEBHOOK_PARSERS: Record<Platform, (body: unknown, accountId: string) => InboundEngagement[]> = {
  instagram: parseInstagramWebhook,
  twitter: parseXWebhook,
  linkedin: parseLinkedInWebhook,
};
