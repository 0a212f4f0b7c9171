import * as bluesky from './bluesky/facts/facts.ts';
import * as instagram from './instagram/facts/facts.ts';
import type { LinkCardRule } from './kit/definition/link-card.ts';
import type {
  ContentFormat,
  FollowingPart,
  NamedPost,
  PlatformDefinition,
} from './kit/definition/platform-definition.ts';
import type { FindLinks } from './kit/text/text-links.ts';
import * as linkedin from './linkedin/facts/facts.ts';
import * as twitter from './twitter/facts/facts.ts';

/** The names of the platforms in the API and the table. */
export const PLATFORMS = ['instagram', 'twitter', 'linkedin', 'bluesky'] as const;

export type Platform = (typeof PLATFORMS)[number];

// One line per platform in each table. There is a table per kind of fact, because a bundle has the whole tables that it
// uses: one that validates names has none, and few have the code that counts texts.

/** Per platform: URLs, tokens, ids, metrics and webhooks. The code that calls the platform is in `<name>/adapter/`. */
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
export const LINK_RULES: Record<Platform, FindLinks> = {
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

/** Check whether a platform reports impressions. Without them it has no engagement rate. */
export function reportsImpressions(platform: Platform): boolean {
  return PLATFORM_TABLE[platform].metrics?.hasNoImpressions !== true;
}

/** Other names that requests may use for a platform. Responses never have them. */
export const PLATFORM_ALIASES = { x: 'twitter' } as const satisfies Record<string, Platform>;

/** Return the platform that an alias stands for; any other name unchanged. */
export function resolveAlias<Name extends string>(name: Name | keyof typeof PLATFORM_ALIASES): Name | Platform {
  return Object.hasOwn(PLATFORM_ALIASES, name)
    ? PLATFORM_ALIASES[name as keyof typeof PLATFORM_ALIASES]
    : (name as Name);
}

/** Check whether a name is a platform, e.g. one from a path. */
export function isPlatform(name: string | undefined): name is Platform {
  return PLATFORMS.some((platform) => platform === name);
}

/**
 * Parse the URL of a post on the platform. `kind`: what the post is as a part of an item, which may be a comment.
 * `accountId`: the platform's id of its account, if that is known. Null for any other URL.
 */
export function parsePostUrl(
  platform: Platform,
  url: string,
  kind: 'post' | FollowingPart['kind'] = 'post',
  accountId?: string,
): NamedPost | null {
  const { pattern, parse, parseComment } = PLATFORM_TABLE[platform].postUrl;
  // As a browser understands it: without dots in its path, and with the host in lower case.
  const normal = URL.canParse(url) ? new URL(url).href : '';
  if (!pattern.test(normal)) return null;
  return kind === 'comment' && parseComment ? parseComment(normal) : parse(normal, accountId);
}
