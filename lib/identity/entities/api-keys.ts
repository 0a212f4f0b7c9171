import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { ApiKey } from '../rules/api-key.ts';

/**
 * Client credentials; only the hashes of the secrets. Of an application or a device also the client, the resource and
 * the state of its refresh token ([decision 18](decisions/0018-token-names-its-owner.md#devices-and-applications)). A
 * revoked key is in no list and expires after 30 days.
 */
export const apiKeyEntity = /* @__PURE__ */ defineEntity<ApiKey>({
  name: 'ApiKey',
  pk: 'KEY#{client_id}',
  sk: 'KEY',
  parent_pk: 'WS#{workspace_id}#KEYS',
  list_sk: '{id}',
  resource: 'key',
});

// biome-ignore format: several fields per line keep the table readable.
export const apiKeyAudit: AuditModes<ApiKey> = {
  client_id: 'never', name: 'always', secret_hash: 'redacted', secret_number: 'never', retired_secrets: 'redacted',
  workspace_id: 'never', user_id: 'always', permissions: 'always', allowed_ips: 'always', hourly_limit: 'always',
  agent: 'always', workspaces: 'always', expires_at: 'always', revoked_at: 'always', created_at: 'never', rerolled_at: 'always',
  oauth_client: 'always', is_counted_apart: 'never', audience: 'always', refresh: 'never',
  revoked_for_reuse: 'always', version: 'never',
};

export const apiKeyLifecycle: Lifecycle = {
  ending: 'creator',
  decides: true,
  ids: 'key',
  found: [{ read: 'list' }, { read: 'key', id: 'key', as: 'client_id' }],
  isExported: true,
  secrets: ['secret_hash', 'secret_salt', 'retired_secrets', 'refresh'],
  person: { field: 'client_id', names: 'resource', isDeleted: true },
};

/** When a key was last used, to within five minutes. */
export const apiKeyUsageEntity = /* @__PURE__ */ defineEntity({
  name: 'ApiKeyUsage',
  pk: 'APIKEYUSAGE#{client_id}',
  sk: 'APIKEYUSAGE',
});

export const apiKeyUsageLifecycle: Lifecycle = {
  ending: 'work',
  found: [{ read: 'key', id: 'key', as: 'client_id' }],
  isExported: true,
  person: { field: 'client_id', names: 'resource', isDeleted: true },
};

/** What an agent key has used of one budget on one day (UTC). Expires after 30 days. */
export const agentUsageEntity = /* @__PURE__ */ defineEntity({
  name: 'AgentUsage',
  pk: 'WS#{workspace_id}#AGENTUSAGE',
  sk: '{client_id}#{day}#{budget}',
});

export const agentUsageLifecycle: Lifecycle = { ending: 'work' };

/**
 * Failed token requests from a source address in one minute, in 256 counters by client id; an unknown client id has no
 * item of its own.
 */
export const failedTokenRequestEntity = /* @__PURE__ */ defineEntity({
  name: 'FailedTokenRequest',
  pk: 'FAILEDTOKENREQUEST#{source}',
  sk: '{minute}',
});

export const failedTokenRequestLifecycle: Lifecycle = { ending: 'work', found: 'stage' };

/**
 * An access token, by the hash of its whole text, which also names its workspace, member and API key or session; the
 * resource that it is for.
 */
export const accessTokenEntity = /* @__PURE__ */ defineEntity({
  name: 'AccessToken',
  pk: 'TOKEN#{hash}',
  sk: 'TOKEN',
});

export const accessTokenLifecycle: Lifecycle = { ending: 'creator', found: 'nowhere' };

/**
 * An authorization code of an OAuth application, by its hash: its client, redirect URI, resource and code challenge,
 * the API key that the approval has created, and when it was exchanged. A client can exchange it for a minute; expires
 * a day later, so that a second use is recognized ([OAuth applications](reference/oauth-applications.md)).
 */
export const authorizationCodeEntity = /* @__PURE__ */ defineEntity({
  name: 'AuthorizationCode',
  pk: 'AUTHORIZATIONCODE#{hash}',
  sk: 'AUTHORIZATIONCODE',
  parent_pk: 'WS#{workspace_id}#AUTHORIZATIONCODES',
  list_sk: '{hash}',
});

export const authorizationCodeLifecycle: Lifecycle = {
  ending: 'creator',
  decides: true,
  found: [{ read: 'list' }],
  person: { field: 'user_id', names: 'user', isDeleted: true },
};

/**
 * A request of a device for access: what asks and from which IP address, the hash of its device code, its polls, and
 * the decision of a member with the API key it has created ([device login](sign-in.md#device-login)). Expires after
 * ten minutes.
 */
export const deviceLoginEntity = /* @__PURE__ */ defineEntity({
  name: 'DeviceLogin',
  pk: 'DEVICELOGIN#{user_code}',
  sk: 'DEVICELOGIN',
  parent_pk: 'WS#{workspace_id}#DEVICELOGINS',
  list_sk: '{user_code}',
});

export const deviceLoginLifecycle: Lifecycle = {
  ending: 'work',
  found: [{ read: 'list' }],
  isExported: true,
  secrets: ['device_code_hash'],
  person: { field: 'user_id', names: 'user', isDeleted: true },
};
