import type { PlatformDefinition } from '../definition/platform-definition.ts';
import { bluesky } from './bluesky/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedin } from './linkedin/index.ts';
import { twitter } from './twitter/index.ts';

/** The names of the platforms in the API and the table. */
export const PLATFORMS = ['instagram', 'twitter', 'linkedin', 'bluesky'] as const;

export type Platform = (typeof PLATFORMS)[number];

/** The platforms whose metrics have no impressions. Not in the table, which bundles that need this do without. */
const WITHOUT_IMPRESSIONS: readonly Platform[] = ['bluesky'];

/** Check whether a platform reports impressions. Without them it has no engagement rate. */
export function reportsImpressions(platform: Platform): boolean {
  return !WITHOUT_IMPRESSIONS.includes(platform);
}

/** Other names that requests may use for a platform. Responses never have them. */
export const PLATFORM_ALIASES = { x: 'twitter' } as const satisfies Record<string, Platform>;

/** Return the platform that an alias stands for; any other name unchanged. */
export function resolveAlias<Name extends string>(name: Name | keyof typeof PLATFORM_ALIASES): Name | Platform {
  return Object.hasOwn(PLATFORM_ALIASES, name)
    ? PLATFORM_ALIASES[name as keyof typeof PLATFORM_ALIASES]
    : (name as Name);
}

/**
 * One row per platform: addresses, tokens, ids, metrics and webhooks, without network code. The code that calls a
 * platform is in `adapters.ts`, the rules for posts are in `content-rules.ts` and the names are a separate constant, so
 * that a function bundles only what it uses.
 */
export const PLATFORM_TABLE: Record<Platform, PlatformDefinition> = { instagram, twitter, linkedin, bluesky };

/** Check whether a name is a platform, e.g. one from a path. */
export function isPlatform(name: string | undefined): name is Platform {
  return PLATFORMS.some((platform) => platform === name);
}

/** Check whether a URL is that of a post on the platform. */
export function isPostUrl(platform: Platform, url: string): boolean {
  return PLATFORM_TABLE[platform].postUrl.pattern.test(url);
}

/** Extract the platform's post id from the public URL of a post; null when it has none, and for any other URL. */
export function postIdFromUrl(platform: Platform, url: string): string | null {
  return isPostUrl(platform, url) ? (PLATFORM_TABLE[platform].postUrl.idOf?.(url) ?? null) : null;
}
