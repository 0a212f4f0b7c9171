import { ACCESS_PERMISSIONS, missingPermissions, type Permission } from '../../../core/api/permission.ts';
import { insufficientScope } from '../../../core/problems/problems.ts';
import { fieldError } from '../../../core/problems/request-errors.ts';
import { DAY_MS, formatInstant } from '../../../core/values/timestamps.ts';
import { type ApiKey, newKey } from '../api-key.ts';
import type { Member } from '../member.ts';
import type { Workspace } from '../workspace.ts';
import { formatUserCode } from './device-code.ts';
import { accessDenied, deviceLoginDecided, deviceLoginNotFound, expiredToken } from './problems.ts';
import { publicClientName, type RegisteredClient } from './public-client.ts';

/** How long a person can enter the user code, and a device poll, in seconds. */
export const DEVICE_LOGIN_SECONDS = 600;
/** The least time between two polls of a device, in seconds, and what a poll before its end adds (RFC 8628, 3.5). */
export const POLL_INTERVAL_SECONDS = 5;
/**
 * The longest interval. Early polls beyond it record nothing: a device, which anyone can start, otherwise writes to the table
 * as often as it polls.
 */
const MAX_INTERVAL_SECONDS = 60;
/** The API key of a device expires after this many days. */
export const DEVICE_KEY_DAYS = 90;
/** The maximum length of the name of a device, and of an API key. */
export const MAX_DEVICE_NAME = 100;

export type Decision = 'approve' | 'deny';
const STATUSES = { approve: 'approved', deny: 'denied' } as const;

/** A request of a device for access, which a member decides. Stored by its user code, with the hash of its device code. */
export interface DeviceLogin {
  user_code: string;
  client_id: RegisteredClient;
  device_code_hash: string;
  /** With the device code, it gives the secret of the API key. Neither of the two gives it alone. */
  secret_salt: string;
  /** The hash of that secret, by which the approval creates the API key without knowing the secret. */
  secret_hash: string;
  scope: Permission[] | null; // Null: all permissions of the member but those that create access.
  device_name: string | null;
  source_ip: string;
  requested_at: string;
  expires_at_ms: number;
  status: 'pending' | 'approved' | 'denied';
  /** The member who has decided, and their workspace. Null before. */
  workspace_id: string | null;
  user_id: string | null;
  key_id: string | null; // The API key that the approval has created.
  interval_seconds: number;
  polled_at_ms: number | null;
  polls: number;
  version: number;
}

/** What a device states about itself, and where its request comes from. */
export type DeviceRequest = Pick<DeviceLogin, 'client_id' | 'scope' | 'device_name' | 'source_ip'>;
/** What is stored of the codes of a device login, and of the secret of its API key. */
export type StoredCodes = Pick<DeviceLogin, 'user_code' | 'device_code_hash' | 'secret_salt' | 'secret_hash'>;

/** Create a device login, given its codes. */
export function newDeviceLogin(request: DeviceRequest, codes: StoredCodes, nowMs: number): DeviceLogin {
  return {
    ...request,
    ...codes,
    requested_at: formatInstant(nowMs),
    expires_at_ms: nowMs + DEVICE_LOGIN_SECONDS * 1000,
    status: 'pending',
    workspace_id: null,
    user_id: null,
    key_id: null,
    interval_seconds: POLL_INTERVAL_SECONDS,
    polled_at_ms: null,
    polls: 0,
    version: 0,
  };
}

/** Return whether a poll comes before the end of the interval. */
export function isEarlyPoll({ polled_at_ms, interval_seconds }: DeviceLogin, nowMs: number): boolean {
  return polled_at_ms !== null && nowMs - polled_at_ms < interval_seconds * 1000;
}

/** Record a poll. An early one lengthens the interval. Returns null for one that is not recorded. */
export function recordPoll(login: DeviceLogin, nowMs: number): DeviceLogin | null {
  if (isEarlyPoll(login, nowMs) && login.interval_seconds >= MAX_INTERVAL_SECONDS) return null;
  const added = isEarlyPoll(login, nowMs) ? POLL_INTERVAL_SECONDS : 0;
  return { ...login, polled_at_ms: nowMs, interval_seconds: login.interval_seconds + added };
}

/** Throw 400 `expired_token` for an expired login and `access_denied` for a denied one: the device stops polling. */
export function assertPollable({ expires_at_ms, status }: DeviceLogin, nowMs: number): void {
  if (nowMs >= expires_at_ms) {
    throw expiredToken('The device code has expired. Start the device login again.');
  }
  if (status === 'denied') throw accessDenied('The device login was denied.');
}

/** Return the login that a person has entered the code of. Throws 404 for none and for an expired one. */
export function openLogin(login: DeviceLogin | null, nowMs: number): DeviceLogin {
  if (login && nowMs < login.expires_at_ms) return login;
  throw deviceLoginNotFound('The code is unknown or has expired. Start the login on your device again.');
}

/** Throw 409 for a login that a member has approved or denied. */
export function assertUndecided({ status }: DeviceLogin): void {
  if (status === 'pending') return;
  throw deviceLoginDecided(`The device login with this code was already ${status}.`);
}

/**
 * Return the permissions that the approval of a member can grant: those that the device asks for and the member has. Without
 * a scope, none that create access: a device has to name them.
 */
export function grantablePermissions({ scope }: DeviceLogin, { permissions }: Member): Permission[] {
  if (scope === null) return permissions.filter((name) => !ACCESS_PERMISSIONS.includes(name));
  return scope.filter((name) => permissions.includes(name));
}

/** Decide a login. `keyId` is the API key that an approval creates. */
export function decideLogin(login: DeviceLogin, decision: Decision, member: Member, keyId: string | null): DeviceLogin {
  const { workspace_id, id: user_id } = member;
  return { ...login, status: STATUSES[decision], workspace_id, user_id, key_id: keyId };
}

/** Return whether this member has made the same decision before: the response to it may have been lost. */
export function isRepeated({ status, user_id }: DeviceLogin, decision: Decision, { id }: Member): boolean {
  return user_id === id && status === STATUSES[decision];
}

/**
 * Create the API key of an approved device, with the permissions that the person has chosen: all that can be granted, if
 * none are. Throws 403 if the member has none of those it asks for, and 422 for a choice beyond them.
 */
export function newDeviceKey(
  login: DeviceLogin,
  chosen: Permission[] | undefined,
  member: Member,
  clientId: string,
  nowMs: number,
): ApiKey {
  const grantable = grantablePermissions(login, member);
  const permissions = chosen ?? grantable;
  const beyond = missingPermissions(grantable, permissions);
  if (grantable.length > 0 && beyond.length > 0) {
    throw fieldError('/permissions', 'not_asked_for', `The device does not ask for ${beyond.join(' and ')}.`);
  }
  if (grantable.length === 0) {
    throw insufficientScope('You have none of the permissions that the device asks for.', {
      extensions: { required_permissions: login.scope },
    });
  }
  const key = newKey(
    { name: keyName(login), permissions, expires_at: formatInstant(nowMs + DEVICE_KEY_DAYS * DAY_MS) },
    { workspaceId: member.workspace_id, userId: member.id },
    { clientId, secretHash: login.secret_hash },
    nowMs,
  );
  return { ...key, oauth_client: login.client_id, is_counted_apart: true };
}

function keyName({ client_id, device_name }: DeviceLogin): string {
  if (device_name === null) return client_id;
  return [...`${client_id} on ${device_name}`].slice(0, MAX_DEVICE_NAME).join('');
}

/** Build what a person sees before the decision. `confirmation` stands for all of it. */
export function toDeviceLoginView(login: DeviceLogin, member: Member, workspace: Workspace, confirmation: string) {
  return {
    user_code: formatUserCode(login.user_code),
    client: { id: login.client_id, name: publicClientName(login.client_id) },
    device_name: login.device_name,
    source_ip: login.source_ip,
    requested_at: login.requested_at,
    expires_at: formatInstant(login.expires_at_ms),
    scope: login.scope,
    permissions: grantablePermissions(login, member),
    workspace: { id: workspace.id, name: workspace.name },
    user: { id: member.id, name: member.name, email: member.email },
    confirmation,
  };
}
