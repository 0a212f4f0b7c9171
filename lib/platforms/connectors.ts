import { blueskyConnector } from './bluesky/oauth.ts';
import { instagramConnector } from './instagram/oauth.ts';
import { linkedinConnector } from './linkedin/oauth.ts';
import type { OAuthConnector } from './oauth-connector.ts';
import type { Platform } from './platforms.ts';
import { twitterConnector } from './twitter/oauth.ts';

/** Per platform that supports it, the code that connects an account by an authorization code. */
export const CONNECTORS: Partial<Record<Platform, OAuthConnector>> = {
  instagram: instagramConnector,
  twitter: twitterConnector,
  linkedin: linkedinConnector,
  bluesky: blueskyConnector,
};
