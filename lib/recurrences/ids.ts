/** The prefix of each kind of id. */
export const IDS = { recurrence: 'rec' } as const;
