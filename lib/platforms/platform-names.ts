import { PLATFORM_TABLE, PLATFORMS, type Platform } from './platforms.ts';

/** Return the names of the platforms that a condition selects as an enumeration in a sentence: `X and Bluesky`. */
export function enumeratePlatforms(isNamed: (platform: Platform) => boolean): string {
  const names = PLATFORMS.filter(isNamed).map((platform) => PLATFORM_TABLE[platform].displayName);
  return new Intl.ListFormat('en-GB').format(names);
}

/** The names of all platforms as an enumeration in a sentence: `Instagram, X, LinkedIn and Bluesky`. */
export const ENUMERATED_PLATFORMS = enumeratePlatforms(() => true);
