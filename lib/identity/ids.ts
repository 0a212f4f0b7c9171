/** The prefix of each kind of id. */
export const IDS = {
  workspace: 'ws',
  user: 'usr',
  key: 'key',
  stageKey: 'skey',
  invitation: 'inv',
  session: 'ses',
  signIn: 'sgn',
  passkey: 'psk',
  request: 'req',
} as const;
