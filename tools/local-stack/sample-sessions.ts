import { SAMPLE_SESSION_ACCESS_TOKEN } from '../../lib/content/api/content/sample-statement.ts';
import { sampleId } from '../../lib/core/api/define-samples.ts';
import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { formatInstant, HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { SAMPLE_SIGNED_CREDENTIAL } from '../../lib/identity/api/auth/passkey-credential.ts';
import {
  SAMPLE_PORTAL_SESSION_TOKEN,
  SAMPLE_PORTAL_TOKEN,
  SAMPLE_SESSION_TOKENS,
  SAMPLE_SIGN_IN_TOKEN,
  SAMPLE_UNUSED_SIGN_IN_TOKEN,
  SAMPLE_USER_CODES,
} from '../../lib/identity/api/auth/sample-session.ts';
import { parseAccessToken } from '../../lib/identity/rules/access-token.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { parseUserCode } from '../../lib/identity/rules/oauth/device-code.ts';
import { newDeviceLogin } from '../../lib/identity/rules/oauth/device-login.ts';
import { newPortal, newPortalSession, type PortalLink } from '../../lib/identity/rules/portal.ts';
import { newSession, parseSessionToken } from '../../lib/identity/rules/session.ts';
import { newSignInLink, parseSignInToken } from '../../lib/identity/rules/sign-in.ts';
import { accessTokenWrite } from '../../lib/identity/store/access-tokens.ts';
import { newDeviceLoginWrite } from '../../lib/identity/store/device-logins.ts';
import { passkeyChallengeWrite, passkeyWrite } from '../../lib/identity/store/passkeys.ts';
import { portalLinkWrite } from '../../lib/identity/store/portal-links.ts';
import { sessionWrite } from '../../lib/identity/store/sessions.ts';
import { signInLinkWrite } from '../../lib/identity/store/sign-in.ts';

// The key that belongs to the signature of the sample credential.
const PUBLIC_KEY =
  'pQECAyYgASFYIFVi7whzlTNQc0zleUQY6MrZ74giyrCviVus0OlWlVqOIlggIADN2FDEEIY0kPn88gfGAXbV7Qu_Ez0hxs8cOo1erEs';

/**
 * Build sign-in links, one to use and one to read, a portal link, device logins, one to read and one to decide, sessions of a member that
 * were last used two hours ago, and passkeys: one to sign in with, one to delete, and one of each other member.
 */
export function sessionSamples(member: Member, otherUserIds: string[], nowMs: number): Write[] {
  const last_used_at = formatInstant(nowMs - 2 * HOUR_MS);
  const sessions = SAMPLE_SESSION_TOKENS.map((token) =>
    // A sign-in of the last ten minutes, also an hour later.
    sessionWrite(null, {
      ...newSession(parseSessionToken(token)!, member, secretHash(token), nowMs + HOUR_MS),
      last_used_at,
    }),
  );
  const passkey = {
    ...{ id: sampleId('passkey', 0), workspace_id: member.workspace_id, user_id: member.id },
    ...{
      name: 'Laptop',
      credential_id: SAMPLE_SIGNED_CREDENTIAL.id,
      public_key: PUBLIC_KEY,
      signing_key: { public_key: '', fingerprint: '0'.repeat(64), certificate: 'sample' },
      transports: [],
      counter: 0,
    },
    ...{ created_at: member.created_at, last_used_at: null, version: 0 },
  };
  const accessToken = {
    ...{ hash: secretHash(SAMPLE_SESSION_ACCESS_TOKEN), ...parseAccessToken(SAMPLE_SESSION_ACCESS_TOKEN)! },
    ...{ secret_number: 0, permissions: member.permissions, expires_at_ms: nowMs + HOUR_MS },
  };
  const deleted = { ...passkey, id: sampleId('passkey', 1), credential_id: 'c2FtcGxl' };
  const owner = { workspace_id: member.workspace_id, user_id: member.id };
  return [
    ...[SAMPLE_SIGN_IN_TOKEN, SAMPLE_UNUSED_SIGN_IN_TOKEN].map((token) =>
      signInLinkWrite(newSignInLink(parseSignInToken(token)!, secretHash(token), { nowMs, validMs: HOUR_MS })),
    ),
    ...portalSamples(member.workspace_id, nowMs),
    ...SAMPLE_USER_CODES.map((code) => deviceLoginWrite(code, nowMs)),
    ...sessions,
    accessTokenWrite(accessToken),
    ...[passkey, deleted, ...otherUserIds.map((user_id) => ({ ...passkey, user_id }))].map((each) =>
      passkeyWrite(null, each),
    ),
    // As young as those of an hour later: a sample is used long after it was written, as by `npm run bench -w evaluation`.
    passkeyChallengeWrite('sample-passkey-challenge-0000000000000000000', owner, nowMs + HOUR_MS),
    passkeyChallengeWrite('sample-sign-in-challenge-0000000000000000000', null, nowMs + HOUR_MS),
  ];
}

/** Build a portal link, and a session of its person. */
function portalSamples(workspace_id: string, nowMs: number): Write[] {
  const link: PortalLink = {
    ...{ hash: secretHash(SAMPLE_PORTAL_TOKEN), workspace_id, stage_key_id: sampleId('stageKey', 0) },
    ...{ display_name: 'Grace Hopper', actor: null, return_url: null },
    ...{ permissions: ['content:read', 'schedule:read'], expires_at_ms: nowMs + HOUR_MS },
  };
  const name = parseSessionToken(SAMPLE_PORTAL_SESSION_TOKEN)!;
  const portal = newPortal(link, { expires_at: null }, nowMs + HOUR_MS);
  const session = newPortalSession(name, portal, secretHash(SAMPLE_PORTAL_SESSION_TOKEN), nowMs);
  return [portalLinkWrite(link), sessionWrite(null, session)];
}

function deviceLoginWrite(code: string, nowMs: number): Write {
  const request = { client_id: 'cis', scope: null, device_name: 'laptop of Ada', source_ip: '192.0.2.1' } as const;
  const codes = {
    user_code: parseUserCode(code)!,
    device_code_hash: secretHash(`sample device code of ${code}`),
    secret_salt: 'sample-salt',
    secret_hash: secretHash(`sample secret of ${code}`),
  };
  return newDeviceLoginWrite(newDeviceLogin(request, codes, nowMs + HOUR_MS), nowMs);
}
