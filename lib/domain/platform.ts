/** The platforms a content item can be published to, by the names the API uses. */
export const PLATFORMS = ['instagram', 'twitter', 'linkedin'] as const;

export type Platform = (typeof PLATFORMS)[number];

/** A picture or video the caller wants published with the text. `url` is public https. */
export interface Media {
  url: string;
  type: 'image' | 'video';
  alt?: string | undefined;
}
