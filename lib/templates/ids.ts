/** The prefix of each kind of id. */
export const IDS = { template: 'tpl' } as const;
