/** The prefix of each kind of id. */
export const IDS = {
  account: 'acc',
  connect: 'con',
  app: 'app',
  refresh: 'rfr',
  sandboxAccount: 'acc_sandbox',
} as const;
