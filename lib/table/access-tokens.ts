import type { AccessToken, ApiKey } from '../domain/identity/api-key.ts';
import type { Member } from '../domain/identity/member.ts';
import type { Workspace } from '../domain/identity/workspace.ts';
import type { ApiKeyUsage } from './api-key-usage.ts';
import type { Write } from './commit.ts';
import { load, loadAll } from './read.ts';
import { keyOf, toItem } from './schema.ts';

/** Build the write of a new access token. The table deletes it after it expires. */
export function accessTokenWrite(token: AccessToken): Write {
  return { put: toItem('AccessToken', token, {}, token.expires_at_ms), condition: 'absent' };
}

/** An access token with its API key, member and workspace, as far as they still exist. */
export interface LoadedToken {
  token: AccessToken;
  key: ApiKey | null;
  lastUsedAt: string | null;
  member: Member | null;
  workspace: Workspace | null;
}

/** Load an access token and what it belongs to; null for an unknown one. */
export async function loadAccessToken(hash: string): Promise<LoadedToken | null> {
  const token = await load<AccessToken>(keyOf('AccessToken', { hash }));
  if (!token) return null;
  const { client_id, workspace_id, user_id } = token;
  const [key, usage, workspace, member] = (await loadAll<unknown>([
    keyOf('ApiKey', { client_id }),
    keyOf('ApiKeyUsage', { client_id }),
    keyOf('Workspace', { id: workspace_id }),
    keyOf('Member', { workspace_id, id: user_id }),
  ])) as [ApiKey | null, ApiKeyUsage | null, Workspace | null, Member | null];
  return { token, key, lastUsedAt: usage?.last_used_at ?? null, member, workspace };
}
