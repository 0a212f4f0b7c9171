import type { Platform } from '../platforms/facts/platforms.ts';
import { blueskyConnector } from './bluesky/oauth.ts';
import { instagramConnector } from './instagram/oauth.ts';
import type { OAuthConnector } from './kit/oauth-connector.ts';
import { linkedinConnector } from './linkedin/oauth.ts';
import { twitterConnector } from './twitter/oauth.ts';

/** Per platform that supports it, the code that connects an account by an authorization code. */
export const CONNECTORS: Partial<Record<Platform, OAuthConnector>> = {
  instagram: instagramConnector,
  twitter: twitterConnector,
  linkedin: linkedinConnector,
  bluesky: blueskyConnector,
};
