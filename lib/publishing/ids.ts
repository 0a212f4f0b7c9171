/** The prefix of each kind of id. */
export const IDS = { attempt: 'att' } as const;
