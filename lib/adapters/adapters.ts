import type { Platform } from '../platforms/facts/platforms.ts';
import { isSandboxAccountId } from '../platforms/facts/sandbox/account-id.ts';
import { blueskyPublisher } from './bluesky/publish.ts';
import { instagramPublisher } from './instagram/publish.ts';
import { parseInstagramWebhook } from './instagram/webhook.ts';
import type { InboundEngagement, Publisher } from './kit/publisher.ts';
import { linkedinPublisher } from './linkedin/publish.ts';
import { parseLinkedInWebhook } from './linkedin/webhook.ts';
import { sandboxPublisher } from './sandbox/publisher.ts';
import { twitterPublisher } from './twitter/publish.ts';
import { parseXWebhook } from './twitter/webhook.ts';

/** Per platform, the code that publishes, reconciles, refreshes tokens and reads metrics. */
export const PUBLISHERS: Record<Platform, Publisher> = {
  instagram: instagramPublisher,
  twitter: twitterPublisher,
  linkedin: linkedinPublisher,
  bluesky: blueskyPublisher,
};

/** Return the publisher of an account: that of its platform, or the sandbox, which never sends a request. */
export function publisherOf({ id, platform }: { id: string; platform: Platform }): Publisher {
  return isSandboxAccountId(id) ? sandboxPublisher : PUBLISHERS[platform];
}

/**
 * Per platform that sends webhooks, the parser of a verified webhook body into comments and mentions. `accountId` is
 * the platform's id. A separate constant, because parsers need zod, which publish workers do not bundle.
 */
export const WEBHOOK_PARSERS: Partial<Record<Platform, (body: unknown, accountId: string) => InboundEngagement[]>> = {
  instagram: parseInstagramWebhook,
  twitter: parseXWebhook,
  linkedin: parseLinkedInWebhook,
};
