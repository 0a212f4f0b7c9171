/** The prefix of each kind of id. */
export const IDS = { queue: 'que' } as const;
