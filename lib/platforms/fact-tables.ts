// Generated from the facts of the platforms by `npm run generate`; do not edit.
import * as bluesky from './bluesky/facts/facts.ts';
import * as instagram from './instagram/facts/facts.ts';
import type { LinkCardRule } from './kit/definition/link-card.ts';
import type { ContentFormat, PlatformDefinition } from './kit/definition/platform-definition.ts';
import type { FindLinks } from './kit/text/text-links.ts';
import * as linkedin from './linkedin/facts/facts.ts';
import type { Platform } from './names.ts';
import * as twitter from './twitter/facts/facts.ts';

/** Per platform: URLs, tokens, ids, metrics and webhooks. */
export const PLATFORM_TABLE: Record<Platform, PlatformDefinition> = {
  instagram: instagram.definition,
  twitter: twitter.definition,
  linkedin: linkedin.definition,
  bluesky: bluesky.definition,
};

/** Per platform: what its posts may contain, and how it counts. */
export const CONTENT_FORMATS: Record<Platform, ContentFormat> = {
  instagram: instagram.content,
  twitter: twitter.content,
  linkedin: linkedin.content,
  bluesky: bluesky.content,
};

/** Per platform: the price of reading the metrics of a post once per UTC day, in US dollars. */
export const READ_PRICES_USD: Record<Platform, number> = {
  instagram: 0,
  twitter: twitter.READ_PRICE_USD,
  linkedin: 0,
  bluesky: 0,
};

/** Per platform: what it links in a text. Only the page of a reviewer shows links. */
export const LINK_FINDERS: Record<Platform, FindLinks> = {
  instagram: instagram.findLinks,
  twitter: twitter.findLinks,
  linkedin: linkedin.findLinks,
  bluesky: bluesky.findLinks,
};

/** Per platform: the cards of links that this service makes. Null where the platform shows none, or makes its own. */
export const LINK_CARD_RULES: Record<Platform, LinkCardRule | null> = {
  instagram: null,
  twitter: null,
  linkedin: linkedin.linkCard,
  bluesky: bluesky.linkCard,
};

/** Per platform: whether a person can connect an account by an authorization code. */
export const HAS_CONNECTOR: Record<Platform, boolean> = {
  instagram: true,
  twitter: true,
  linkedin: true,
  bluesky: true,
};
