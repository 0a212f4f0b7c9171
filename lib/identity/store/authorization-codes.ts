import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { authorizationCodeEntity } from '../entities/api-keys.ts';
import { type AuthorizationCode, CODE_RETENTION_MS } from '../rules/oauth/authorization-code.ts';

/** Load the authorization code of a hash, also one that has expired or was exchanged; null when there is none. */
export function loadAuthorizationCode(hash: string): Promise<AuthorizationCode | null> {
  return load<AuthorizationCode>(keyOf(authorizationCodeEntity, { hash }));
}

/** Build the write of a new code, or of its exchange. Of two exchanges at the same time, one succeeds. */
export function authorizationCodeWrite(code: AuthorizationCode, before: AuthorizationCode | null = null): Write {
  return versioned(authorizationCodeEntity, before, code, {}, code.expires_at_ms + CODE_RETENTION_MS);
}
