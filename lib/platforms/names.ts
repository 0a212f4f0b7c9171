/** The names of the platforms in the API and the table. Each has a folder, whose exports `npm run generate` collects. */
export const PLATFORMS = ['instagram', 'twitter', 'linkedin', 'bluesky'] as const;

export type Platform = (typeof PLATFORMS)[number];
