/** The prefix of each kind of id. */
export const IDS = { import: 'imp' } as const;
