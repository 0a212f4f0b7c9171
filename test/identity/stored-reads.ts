import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { fromItem } from '../../lib/core/table/schema.ts';
import type { AccessToken } from '../../lib/identity/rules/api-key.ts';
import type { Passkey, PasskeyOwner } from '../../lib/identity/rules/passkey.ts';
import { formatPortalToken } from '../../lib/identity/rules/portal.ts';
import { formatSessionToken, type Session } from '../../lib/identity/rules/session.ts';
import { formatSignInToken, type SignInLink } from '../../lib/identity/rules/sign-in.ts';
import { loadAccessToken } from '../../lib/identity/store/access-tokens.ts';
import { type AgentUsage, loadAgentUsage } from '../../lib/identity/store/agent-usage.ts';
import { listApiKeys } from '../../lib/identity/store/api-keys.ts';
import { loadAuthorizationCode } from '../../lib/identity/store/authorization-codes.ts';
import { loadDeviceLogin } from '../../lib/identity/store/device-logins.ts';
import { countFailedTokenRequest } from '../../lib/identity/store/failed-token-requests.ts';
import { loadIdempotencyRecord } from '../../lib/identity/store/idempotency-records.ts';
import { takeInFlightLease } from '../../lib/identity/store/in-flight-requests.ts';
import { loadByToken } from '../../lib/identity/store/invitations.ts';
import { listMembers } from '../../lib/identity/store/members.ts';
import { loadPasskeyChallenge, loadPasskeys, newPasskeyWrites } from '../../lib/identity/store/passkeys.ts';
import { loadPortalLink } from '../../lib/identity/store/portal-links.ts';
import { loadSessionByToken } from '../../lib/identity/store/sessions.ts';
import { loadSignInLink, loadSignInRequest } from '../../lib/identity/store/sign-in.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { loadWorkspace, loadWorkspaceIdOf } from '../../lib/identity/store/workspaces.ts';
import { invited, rejection } from '../core/table/rejected-writes.ts';
import { AT, MINUTE, NOW_MS, of, one, PAGE, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

const loadedToken = () => {
  const token = one<AccessToken>('AccessToken');
  return loadAccessToken(token.hash, token, NOW_MS);
};

const portalToken = formatPortalToken(workspaceId, 's'.repeat(43));

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Workspace: async () => [await loadWorkspace(workspaceId), one('Workspace')],
  ExternalId: {
    stored: {
      pk: 'EXTERNALID#db2f1aab1da8bb83ccf19147343fbf6993905ccc53bc4a9005611ed1c1df0650',
      sk: 'EXTERNALID',
      entity: 'ExternalId',
      schema: 1,
      hash: 'db2f1aab1da8bb83ccf19147343fbf6993905ccc53bc4a9005611ed1c1df0650',
      external_id: 'customer-17',
      workspace_id: workspaceId,
    },
    read: async ({ workspace_id }) => [await loadWorkspaceIdOf('customer-17'), workspace_id],
  },
  WorkspaceSettings: async () => [await loadWorkspaceSettings(workspaceId), one('WorkspaceSettings')],
  Member: async () => [(await listMembers(workspaceId, PAGE)).records, of('Member').map(fromItem)],
  EmailReservation: async () => [await invited('owner@example.com'), 'already_member'],
  Invitation: async () => [await invited('guest@example.com'), 'already_invited'],
  InvitationToken: async () => [(await loadByToken('twelve'))?.token, one('InvitationToken')],
  ApiKey: async () => [(await loadedToken())?.loaded.key, one('ApiKey')],
  ApiKeyUsage: async () => [(await listApiKeys(workspaceId, PAGE)).records, [{ key: one('ApiKey'), lastUsedAt: AT }]],
  AgentUsage: async () => {
    const [used] = await loadAgentUsage([one<AgentUsage>('AgentUsage')], NOW_MS);
    return [used, { requests: 0, drafts: 3, submissions: 0, media_bytes: 0, platform_micro_usd: 0 }];
  },
  FailedTokenRequest: async () => [
    await countFailedTokenRequest({ source: '198.51.100.7', minute: MINUTE, counter: 'count_b6' }, NOW_MS),
    2,
  ],
  AccessToken: async () => [(await loadedToken())?.loaded.token, one('AccessToken')],
  Session: async () => {
    const session = one<Session>('Session');
    return [await loadSessionByToken(session, formatSessionToken(session, 's'.repeat(43))), session];
  },
  PortalLink: {
    stored: {
      ...{ pk: `WS#${workspaceId}#PORTALLINK`, sk: secretHash(portalToken), entity: 'PortalLink', schema: 1 },
      ...{ hash: secretHash(portalToken), workspace_id: workspaceId, stage_key_id: 'skey_01K00000000000000000000000' },
      ...{ display_name: 'Grace Hopper', permissions: ['content:read'], actor: 'user-4711', return_url: null },
      expires_at_ms: 1800000000000,
    },
    read: async () => [(await loadPortalLink(portalToken, NOW_MS))?.display_name, 'Grace Hopper'],
  },
  SignInLink: async () => {
    const link = one<SignInLink>('SignInLink');
    const found = await loadSignInLink(formatSignInToken(link, 's'.repeat(43)), NOW_MS);
    return [found, { link, links: [link] }];
  },
  Passkey: async () => [await loadPasskeys(one<Passkey>('Passkey')), [one('Passkey')]],
  PasskeyCredential: async () => {
    const { hash: _, ...owner } = one<PasskeyOwner & { hash: string }>('PasskeyCredential');
    const passkey = { ...one<Passkey>('Passkey'), id: `psk_${'8'.repeat(26)}`, credential_id: 'c2FtcGxl' };
    const taken = commit(newPasskeyWrites(passkey, { passkeys: [], changes: 0 }));
    return [
      [owner, await rejection(taken)],
      [{ workspace_id: workspaceId, user_id: passkey.user_id }, 'passkey_rejected'],
    ];
  },
  PasskeyChallenge: async () => [await loadPasskeyChallenge('fourteen', NOW_MS), one('PasskeyChallenge')],
  AuthorizationCode: async () => [await loadAuthorizationCode('c0de'), one('AuthorizationCode')],
  DeviceLogin: async () => [await loadDeviceLogin('BCDFGHJK'), one('DeviceLogin')],
  SignInRequest: async () => [await loadSignInRequest(String(one('SignInRequest').id)), one('SignInRequest')],
  Idempotency: async () => [
    await loadIdempotencyRecord(workspaceId, 'content.create', 'a'.repeat(64), NOW_MS),
    one('Idempotency'),
  ],
  InFlightRequest: async () => [await takeInFlightLease(workspaceId, 'content.update', NOW_MS), null],
};
