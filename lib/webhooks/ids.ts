/** The prefix of each kind of id. */
export const IDS = { endpoint: 'wh', test: 'test', event: 'evt', delivery: 'dlv', recovery: 'rcv' } as const;
