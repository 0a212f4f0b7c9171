import * as bluesky from '#adapters/bluesky';
import * as instagram from '#adapters/instagram';
import * as linkedin from '#adapters/linkedin';
import * as twitter from '#adapters/twitter';
import type { OAuthConnector } from './kit/oauth-connector.ts';
import type { PostReader } from './kit/post-reader.ts';
import type { InboundEngagement, Publisher } from './kit/publisher.ts';
import type { Platform } from './platforms.ts';
import { sandboxPublisher } from './sandbox/adapter/publisher.ts';
import { isSandboxAccountId } from './sandbox/facts/account-id.ts';

// `#adapters/<name>` is `lib/platforms/<name>/adapter/adapter.ts`; in the bundle that publishes on one platform, the adapters of
// the others are empty (`lib/bundle/bundling.ts`). There is a table per part of an adapter, because a bundle has
// the whole tables that it uses, and only the parsers of webhooks need zod.

/** Per platform, the code that publishes, reconciles, refreshes tokens and reads metrics. */
export const PUBLISHERS: Record<Platform, Publisher> = {
  instagram: instagram.publisher,
  twitter: twitter.publisher,
  linkedin: linkedin.publisher,
  bluesky: bluesky.publisher,
};

/** Per platform that supports it, the code that connects an account by an authorization code. */
export const CONNECTORS: Partial<Record<Platform, OAuthConnector>> = {
  instagram: instagram.connector,
  twitter: twitter.connector,
  linkedin: linkedin.connector,
  bluesky: bluesky.connector,
};

/** Per platform whose URLs of posts do not contain the ids of the post and its account, the code that reads the post. */
export const POST_READERS: Partial<Record<Platform, PostReader>> = {
  instagram: instagram.readPost,
  bluesky: bluesky.readPost,
};

/**
 * Per platform that sends webhooks, the parser of a verified webhook body into comments and mentions. `accountId` is
 * the platform's id.
 */
export const WEBHOOK_PARSERS: Partial<Record<Platform, (body: unknown, accountId: string) => InboundEngagement[]>> = {
  instagram: instagram.parseWebhook,
  twitter: twitter.parseWebhook,
  linkedin: linkedin.parseWebhook,
};

/**
 * Return the publisher of an account: that of its platform, or the sandbox, which never sends a request. Throws where
 * the bundle publishes on another platform.
 */
export function publisherOf({ id, platform }: { id: string; platform: Platform }): Publisher {
  const publisher: Publisher | undefined = isSandboxAccountId(id) ? sandboxPublisher : PUBLISHERS[platform];
  if (!publisher) throw new Error(`The adapter of ${platform} is not in this bundle.`);
  return publisher;
}
