/** The prefix of each kind of id. */
export const IDS = { media: 'med' } as const;
