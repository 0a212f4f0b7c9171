import { defineOperation } from '../../../core/api/define-operation.ts';
import { PasskeyOptionsResponse } from './passkey-responses.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

export const operation = defineOperation({
  id: 'auth.create-passkey-options',
  route: 'POST /v1/auth/passkeys/options',
  summary: 'Start adding a passkey',
  description:
    'Return the options for `navigator.credentials.create`. The challenge expires after five minutes and can be used once. Requires the session cookie and a sign-in within the last ten minutes; an API key cannot add a passkey.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  errors: ['session_expired', 'recent_sign_in_required', 'cross_site_request', 'passkey_limit'],
  access: { get: ['Session', 'Member', 'Workspace'], list: ['Passkey'], put: ['PasskeyChallenge'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! } },
});

export const response = PasskeyOptionsResponse;
