import { formatInstant } from '../timestamps.ts';
import type { Member } from './member.ts';
import type { Permission } from './permission.ts';

/** A key: the pair a client exchanges for tokens. Only the hash of its secret is stored. */
export interface ApiKey {
  client_id: string;
  /** What its owner calls it. */
  name: string;
  secret_hash: string;
  /** Counts the secrets this key has had. A token remembers with which of them it was got. */
  secret_number: number;
  /** Secrets that a reroll has replaced and that still work, the newest first. */
  retired_secrets: RetiredClientSecret[];
  workspace_id: string;
  user_id: string;
  permissions: Permission[];
  allowed_ips: string[];
  /** Requests an hour, besides what the workspace may make a minute; null is none. Contract, section 11. */
  hourly_limit: number | null;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
  rerolled_at: string | null;
  version: number;
}

/** A secret that was replaced, and until when it is taken all the same. */
export interface RetiredClientSecret {
  secret_hash: string;
  number: number;
  expires_at: string;
}

/** An access token, known by its hash. Its permissions are the key's, or the `scope` asked for. */
export interface AccessToken {
  hash: string;
  client_id: string;
  /** Number of the client secret it was issued for. The token expires with that secret. */
  secret_number: number;
  /** The member who owns the API key. */
  user_id: string;
  workspace_id: string;
  permissions: Permission[];
  expires_at_ms: number;
}

export const TOKEN_LIFETIME_SECONDS = 3600;

/** What may be asked of a new key. What is left out is not limited. */
export interface ApiKeyInput {
  name: string;
  permissions: readonly Permission[];
  allowed_ips?: string[] | undefined;
  hourly_limit?: number | null | undefined;
  expires_at?: string | null | undefined;
}

/** A new key of a person of a workspace. Of its secret only the hash is given here. */
export function newKey(
  asked: ApiKeyInput,
  owner: { workspaceId: string; userId: string },
  made: { clientId: string; secretHash: string },
  nowMs: number,
): ApiKey {
  return {
    client_id: made.clientId,
    name: asked.name,
    secret_hash: made.secretHash,
    secret_number: 1,
    retired_secrets: [],
    workspace_id: owner.workspaceId,
    user_id: owner.userId,
    permissions: [...asked.permissions],
    allowed_ips: asked.allowed_ips ?? [],
    hourly_limit: asked.hourly_limit ?? null,
    expires_at: asked.expires_at ?? null,
    revoked_at: null,
    created_at: formatInstant(nowMs),
    rerolled_at: null,
    version: 0,
  };
}

/** Failed exchanges a client id may make in one minute before it is told to wait. Contract, section 1. */
export const FAILED_EXCHANGES_PER_MINUTE = 30;

/** True while a key may be used: neither revoked nor past its expiry. */
export function isKeyLive(key: ApiKey, nowMs: number): boolean {
  return key.revoked_at === null && (key.expires_at === null || Date.parse(key.expires_at) > nowMs);
}

type Holder = Pick<Member, 'permissions'>;

/** What a key may do now: what it was given, less what the person it belongs to has lost since. */
export function keyPermissions(key: ApiKey, member: Holder): Permission[] {
  return key.permissions.filter((permission) => member.permissions.includes(permission));
}

/** What a token may do now: what it was given, less what its key and the person have lost since. */
export function effectivePermissions(token: AccessToken, key: ApiKey, member: Holder): Permission[] {
  const held = keyPermissions(key, member);
  return token.permissions.filter((permission) => held.includes(permission));
}
