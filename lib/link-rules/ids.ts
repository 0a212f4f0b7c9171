/** The prefix of each kind of id. */
export const IDS = { linkRule: 'lnk' } as const;
