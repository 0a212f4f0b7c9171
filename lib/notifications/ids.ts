/** The prefix of each kind of id. */
export const IDS = { notification: 'ntf', digest: 'dgs' } as const;
