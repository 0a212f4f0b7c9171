/** The platforms a content item can be published to, by the names the API uses. */
export const PLATFORMS = ['instagram', 'twitter', 'linkedin'] as const;

export type Platform = (typeof PLATFORMS)[number];

/** An image or video published with the text. `url` is public https. */
export interface Media {
  url: string;
  type: 'image' | 'video';
  alt?: string | undefined;
}

/** Returns whether a name from a path is a platform. */
export function isPlatform(name: string | undefined): name is Platform {
  return PLATFORMS.some((platform) => platform === name);
}

/**
 * Extracts the platform's id of a post from its public URL. Returns null for other URLs.
 * Instagram URLs contain a shortcode, which is not the id.
 */
export function postIdIn(platform: Platform, url: string): string | null {
  if (platform === 'twitter')
    return /^https:\/\/(?:x|twitter)\.com\/[^?#]*\/status\/(\d{1,19})\b/.exec(url)?.[1] ?? null;
  if (platform !== 'linkedin' || !/^https:\/\/(?:[a-z]+\.)?linkedin\.com\//.test(url)) return null;
  return /urn:li:(?:share|ugcPost|activity):\d+/.exec(url.replaceAll(/%3A/gi, ':'))?.[0] ?? null;
}
