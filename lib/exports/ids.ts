/** The prefix of each kind of id. */
export const IDS = { export: 'exp' } as const;
