/** The prefix of each kind of id. */
export const IDS = { label: 'lbl' } as const;
