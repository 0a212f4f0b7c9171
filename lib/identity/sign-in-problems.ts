import { defineProblem } from '../core/problems/define-problem.ts';

export const sessionExpired = /* @__PURE__ */ defineProblem({
  code: 'session_expired',
  status: 401,
  title: 'Session ended',
  meaning:
    'The request has no session cookie, or its session ended. A session ends on sign-out, after 30 days, ' +
    'after seven days without use, when the member or an admin ends it, or when the member is removed.',
  remedy: 'Sign in again with `POST /v1/auth/sign-in`.',
});

export const recentSignInRequired = /* @__PURE__ */ defineProblem({
  code: 'recent_sign_in_required',
  status: 403,
  title: 'Recent sign-in required',
  meaning:
    'The sign-in of the session is older than ten minutes, and the request adds what stays after the ' +
    'session, such as a passkey, an API key, an invitation, a webhook endpoint or a review link that may ' +
    'approve, or it changes who can approve or publish: rights of a member, credentials of an account or ' +
    'app, or looser settings of approval. Requests of API keys need no sign-in.',
  remedy: 'Sign in again with `POST /v1/auth/sign-in` or a passkey, and repeat the request with the new session.',
});

export const signInLinkExpired = /* @__PURE__ */ defineProblem({
  code: 'sign_in_link_expired',
  status: 404,
  title: 'Sign-in link not valid',
  meaning: 'The sign-in link is unknown, already used or older than 15 minutes, or its member was removed.',
  remedy: 'Request a new link with `POST /v1/auth/sign-in`.',
});

export const portalLinkExpired = /* @__PURE__ */ defineProblem({
  code: 'portal_link_expired',
  status: 404,
  title: 'Portal link not valid',
  meaning:
    'The portal link is unknown, already used or older than five minutes, its stage key was revoked, or the ' +
    'workspace is suspended or being deleted.',
  remedy: 'Create a new link with `POST /v1/workspaces/{id}/portal-sessions`.',
});

export const emailNotConfigured = /* @__PURE__ */ defineProblem({
  code: 'email_not_configured',
  status: 409,
  title: 'Email not configured',
  meaning: 'No email sender is configured for this service.',
  remedy:
    'Sign in with a passkey, or ask an operator for a link: `npm run workspace -- sign-in-link --email <your ' +
    'address> --stage <stage>`.',
});

export const passkeyLimit = /* @__PURE__ */ defineProblem({
  code: 'passkey_limit',
  status: 409,
  title: 'Passkey limit reached',
  meaning: 'The member has the maximum number of passkeys.',
  remedy: 'Delete a passkey you no longer use.',
});

export const passkeyRejected = /* @__PURE__ */ defineProblem({
  code: 'passkey_rejected',
  status: 422,
  title: 'Passkey rejected',
  meaning:
    'The passkey is unknown, its signature is invalid, or its challenge was already used or is older than ' +
    'five minutes.',
  remedy: 'Request new options and try again, or sign in with a link.',
});

export const passkeyRequired = /* @__PURE__ */ defineProblem({
  code: 'passkey_required',
  status: 403,
  title: 'Passkey required',
  meaning:
    'The workspace requires approval by passkey, and the request is of an API key or a review link, has no ' +
    'signature of a passkey, or is by a member whose passkeys cannot sign approvals. Also returned if an API ' +
    'key loosens this setting.',
  remedy:
    'Approve in the dashboard with a passkey. A passkey that was added before approvals were signed has no ' +
    '`fingerprint`: delete it and add it again.',
});
