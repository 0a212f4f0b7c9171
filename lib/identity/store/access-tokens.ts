import type { Write } from '../../core/table/commit.ts';
import { type Prefetched, withPrefetched } from '../../core/table/prefetched.ts';
import { load, loadAll, loadOnce } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, toItem } from '../../core/table/schema.ts';
import { isId } from '../../core/values/id.ts';
import { accessTokenEntity, apiKeyEntity, apiKeyUsageEntity } from '../entities/api-keys.ts';
import { workspaceEntity } from '../entities/workspaces.ts';
import type { TokenOwner } from '../rules/access-token.ts';
import type { AccessToken, ApiKey } from '../rules/api-key.ts';
import type { Member } from '../rules/member.ts';
import type { Session } from '../rules/session.ts';
import type { Workspace } from '../rules/workspace.ts';
import type { ApiKeyUsage } from './api-key-usage.ts';
import { loadMember, memberKeys } from './members.ts';
import { sessionMember } from './portal-members.ts';
import { sessionKey } from './sessions.ts';

/** Build the write of a new access token. The table deletes it after it expires. */
export function accessTokenWrite(token: AccessToken): Write {
  return { put: toItem(accessTokenEntity, token, {}, token.expires_at_ms), condition: 'absent' };
}

/** An access token with its API key or session, member and workspace, as far as they still exist. */
export interface LoadedToken {
  token: AccessToken;
  key: ApiKey | null;
  lastUsedAt: string | null;
  session: Session | null;
  member: Member | null;
  workspace: Workspace | null;
}

/**
 * Load the access token of a hash with its API key or session, member and workspace, whose unverified ids are `owner`. Null
 * for an unknown token and for one of another owner. The items under `prefetch` are read in the same request and returned as read.
 */
export async function loadAccessToken(
  hash: string,
  owner: TokenOwner,
  nowMs: number,
  prefetch: PrimaryKey[] = [],
): Promise<{ loaded: LoadedToken; prefetched: Prefetched } | null> {
  const { client_id, workspace_id, user_id } = owner;
  const tokenKey = keyOf(accessTokenEntity, { hash });
  const isSession = isId('session', client_id);
  const ownerKeys = [
    keyOf(workspaceEntity, { id: workspace_id }),
    ...(isSession
      ? [sessionKey({ workspace_id, id: client_id })]
      : [keyOf(apiKeyEntity, { client_id }), keyOf(apiKeyUsageEntity, { client_id })]),
  ];
  const prefetched = await loadOnce([tokenKey, ...memberKeys(workspace_id, user_id), ...ownerKeys, ...prefetch]);
  return withPrefetched(prefetched, async () => {
    const token = await load<AccessToken>(tokenKey);
    // Nothing else decides the response before the token is known, not even an item that cannot be read.
    if (!token || !isOwnedBy(token, owner)) return null;
    const [workspace, issuer, usage] = (await loadAll<object>(ownerKeys)) as [
      Workspace | null,
      ApiKey | Session | null,
      ApiKeyUsage | null | undefined,
    ];
    const issuers = isSession
      ? { key: null, session: issuer as Session | null }
      : { key: issuer as ApiKey | null, session: null };
    const stored = await loadMember(workspace_id, user_id);
    const member = issuers.session ? await sessionMember(issuers.session, stored, nowMs, workspace) : stored;
    const lastUsedAt = usage?.last_used_at ?? null;
    return { loaded: { token, ...issuers, lastUsedAt, member, workspace }, prefetched };
  });
}

function isOwnedBy(token: AccessToken, { client_id, workspace_id, user_id }: TokenOwner): boolean {
  return token.client_id === client_id && token.workspace_id === workspace_id && token.user_id === user_id;
}
