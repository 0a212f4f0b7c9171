// Generated from the adapters of the platforms by `npm run generate`; do not edit.
import * as bluesky from '#adapters/bluesky';
import * as instagram from '#adapters/instagram';
import * as linkedin from '#adapters/linkedin';
import * as twitter from '#adapters/twitter';
import type { OAuthConnector } from './kit/oauth-connector.ts';
import type { PostReader } from './kit/post-reader.ts';
import type { InboundEngagement, Publisher } from './kit/publisher.ts';
import type { Platform } from './names.ts';

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

/** Per platform that sends webhooks, the parser of a verified body into comments and mentions of a platform's account. */
export const WEBHOOK_PARSERS: Partial<Record<Platform, (body: unknown, accountId: string) => InboundEngagement[]>> = {
  instagram: instagram.parseWebhook,
  twitter: twitter.parseWebhook,
  linkedin: linkedin.parseWebhook,
};
