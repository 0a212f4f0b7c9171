/** The prefix of each kind of id. */
export const IDS = { audit: 'aud' } as const;
