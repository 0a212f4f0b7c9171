import { PLATFORM_TABLE } from './fact-tables.ts';
import type { FollowingPart, NamedPost } from './kit/definition/platform-definition.ts';
import { PLATFORMS, type Platform } from './names.ts';

export { CONTENT_FORMATS, LINK_CARD_RULES, LINK_FINDERS, PLATFORM_TABLE, READ_PRICES_USD } from './fact-tables.ts';
export { PLATFORMS, type Platform } from './names.ts';

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
