/**
 * Why a request that adds access, or writes what decides who approves and publishes, needs no recent sign-in of a session. A
 * request that does needs no row.
 */
export const WITHOUT_RECENT_SIGN_IN: Record<string, string> = {
  'accounts.update': 'changes the name, the default and the polls, and no credentials',
  'accounts.delete': 'ends credentials',
  'connect.callback': 'the platform asks its owner for consent',
  'connect.submit-choice': 'the platform has asked its owner for consent',
  'connect.select': 'the platform has asked its owner for consent',
  'auth.accept-invitation': 'is the first sign-in of a new member',
  'team.accept-invitation': 'gives a new member the access of the invitation',
  'auth.create-session': 'is a sign-in',
  'auth.sign-in-with-passkey': 'is a sign-in',
  'auth.create-portal-session': 'is a sign-in',
  'auth.create-session-token': 'returns a token of the session itself',
  'auth.token': 'returns tokens of a key that exists',
  'auth.revoke': 'ends access',
  'content.revoke-review-link': 'ends a link',
  'review.respond': 'counts the use of a link',
  'stage-keys.create': 'no session can request it',
  'stage-keys.reroll': 'no session can request it',
  'stage-keys.delete': 'no session can request it',
  'workspaces.suspend': 'no session can request it',
  'workspaces.resume': 'no session can request it',
  'workspaces.create': 'no session can request it',
  'workspaces.ensure': 'no session can request it',
  'workspaces.update': 'no session can request it',
  'workspaces.delete': 'no session can request it',
  'workspaces.restore': 'no session can request it',
  'halts.create': 'stops posts, and changes nothing else of the settings',
  'halts.delete': 'releases what it has stopped, and changes nothing else of the settings',
  'keys.delete': 'ends a key',
  'team.revoke-invitation': 'ends an invitation',
  'team.end-sessions': 'ends sessions',
  'webhooks.test': 'records the result of a test',
};

/** Why a request that writes what decides, and needs a recent sign-in, is the subject of no email. */
export const WITHOUT_EMAIL: Record<string, string> = {
  'keys.update': 'resumes an agent key, which approves and publishes nothing',
  'team.resend-invitation': 'the email was sent with the invitation',
};
