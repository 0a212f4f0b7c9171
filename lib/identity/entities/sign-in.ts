import { sha256 } from '../../core/crypto/sha256.ts';
import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Passkey } from '../rules/passkey.ts';
import type { PortalLink } from '../rules/portal.ts';
import type { Session } from '../rules/session.ts';
import type { SignInRequest } from '../rules/sign-in.ts';

/**
 * A request for sign-in links, by the hash of the address, also of one that no member has ([sign-in](sign-in.md)).
 * Expires after a day.
 */
export const signInRequestEntity = /* @__PURE__ */ defineEntity<SignInRequest>({
  name: 'SignInRequest',
  pk: 'SIGNINREQUEST#{id}',
  sk: 'SIGNINREQUEST',
});

export const signInRequestLifecycle: Lifecycle = { ending: 'work', found: 'stage' };

/**
 * A link that signs a member in once, by the hash of its token, which names its workspace and member. The use of one
 * deletes all of the member. Expires after 15 minutes.
 */
export const signInLinkEntity = /* @__PURE__ */ defineEntity({
  name: 'SignInLink',
  pk: 'WS#{workspace_id}#SIGNINLINK#{user_id}',
  sk: '{hash}',
});

export const signInLinkLifecycle: Lifecycle = {
  ending: 'work',
  found: [{ read: 'partition', id: 'user', as: 'user_id' }],
  person: { field: 'user_id', names: 'user', isDeleted: true },
};

/**
 * A link that starts a portal session once, by the hash of its token: the stage key that made it, the name, the permissions and
 * the id in the product of the person ([portal](build.md#a-portal-in-your-name)). Expires after five minutes.
 */
export const portalLinkEntity = /* @__PURE__ */ defineEntity<PortalLink>({
  name: 'PortalLink',
  pk: 'WS#{workspace_id}#PORTALLINK',
  sk: '{hash}',
});

export const portalLinkLifecycle: Lifecycle = { ending: 'work' };

/**
 * A member who has signed in, or a person in a portal: the hash of the cookie, when it began, and when it was last used, to the hour. Expires
 * at its end.
 */
export const sessionEntity = /* @__PURE__ */ defineEntity<Session>({
  name: 'Session',
  pk: 'WS#{workspace_id}#SESSION',
  sk: '{id}',
  parent_pk: 'WS#{workspace_id}#SESSIONS#{user_id}',
  list_sk: '{id}',
  resource: 'session',
});

// Sign-in and sign-out. The requests for access tokens between them change no logged field.
// biome-ignore format: several fields per line keep the table readable.
export const sessionAudit: AuditModes<Session> = {
  id: 'never', workspace_id: 'never', user_id: 'always', token_hash: 'redacted', created_at: 'never',
  last_used_at: 'never', sessions_ended_at: 'never', portal: 'never', version: 'never',
};

export const sessionLifecycle: Lifecycle = {
  ending: 'creator',
  decides: true,
  isExported: true,
  secrets: ['token_hash'],
  person: { field: 'user_id', names: 'user', isDeleted: true },
};

/** A passkey of a member: name and public key, and its certificate for approvals; at most ten. */
export const passkeyEntity = /* @__PURE__ */ defineEntity<Passkey>({
  name: 'Passkey',
  pk: 'WS#{workspace_id}#PASSKEY#{user_id}',
  sk: '{id}',
  resource: 'passkey',
});

// The public key and its id identify the device of a person.
// biome-ignore format: several fields per line keep the table readable.
export const passkeyAudit: AuditModes<Passkey> = {
  id: 'never', workspace_id: 'never', user_id: 'always', name: 'always', credential_id: 'redacted',
  public_key: 'redacted', signing_key: 'never', transports: 'never', counter: 'never', created_at: 'never',
  last_used_at: 'never', version: 'never',
};

export const passkeyLifecycle: Lifecycle = {
  ending: 'creator',
  decides: true,
  found: [{ read: 'partition', id: 'user', as: 'user_id' }],
  isExported: true,
  person: { field: 'user_id', names: 'user', isDeleted: true },
};

/**
 * The member whose passkey has a credential id, by the hash of the id: no other passkey of the stage has it. Created
 * and deleted with the passkey.
 */
export const passkeyCredentialEntity = /* @__PURE__ */ defineEntity({
  name: 'PasskeyCredential',
  pk: 'PASSKEYCREDENTIAL#{hash}',
  sk: 'PASSKEYCREDENTIAL',
});

export const passkeyCredentialLifecycle: Lifecycle = {
  ending: 'creator',
  found: [{ read: 'key', of: ['Passkey'], values: ({ credential_id }) => [{ hash: sha256(String(credential_id)) }] }],
  person: { field: 'user_id', names: 'user', isDeleted: true },
};

/** A challenge that a passkey signs once, by its hash. Expires after five minutes. */
export const passkeyChallengeEntity = /* @__PURE__ */ defineEntity({
  name: 'PasskeyChallenge',
  pk: 'PASSKEYCHALLENGE#{hash}',
  sk: 'PASSKEYCHALLENGE',
});

export const passkeyChallengeLifecycle: Lifecycle = { ending: 'work', found: 'nowhere' };
