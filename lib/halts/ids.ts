/** The prefix of each kind of id. */
export const IDS = { halt: 'hlt' } as const;
