import { PLATFORM_TABLE, PLATFORMS } from './platforms.ts';

/** The names of all platforms as an enumeration in a sentence: `Instagram, X, LinkedIn and Bluesky`. */
export const ENUMERATED_PLATFORMS = new Intl.ListFormat('en-GB').format(
  PLATFORMS.map((platform) => PLATFORM_TABLE[platform].displayName),
);
