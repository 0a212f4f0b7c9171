import { createHash, randomBytes } from 'node:crypto';
import type { Platform } from '../../platform.ts';
import type { PostStore } from './post-store.ts';

/** What a person has allowed an app. `scope`: the permissions, separated by spaces. */
export interface AllowedAccess {
  platform: Platform;
  account: string;
  clientId: string;
  redirectUri: string;
  scope: string;
  /** The challenge of PKCE; null without one. */
  challenge: string | null;
}

/** The exchange of a code, as an app requests it. */
export interface CodeExchange {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier?: string | undefined;
}

/** Why a code is rejected. `used`: the tokens of the first exchange are revoked. */
type Rejection = 'unknown' | 'expired' | 'used' | 'wrong_client' | 'wrong_redirect_uri' | 'wrong_verifier';

type StoredCode = AllowedAccess & { issuedAtMs: number; family: number | null };

export type AuthorizationCodes = ReturnType<typeof openAuthorizationCodes>;

/** Open the store of authorization codes. */
export function openAuthorizationCodes({ database }: PostStore) {
  database.exec(`CREATE TABLE IF NOT EXISTS authorization_codes (
    code TEXT PRIMARY KEY, platform TEXT, account TEXT, client_id TEXT, redirect_uri TEXT, scope TEXT, challenge TEXT,
    issued_at_ms INTEGER, family INTEGER)`);
  const add = database.prepare('INSERT INTO authorization_codes VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)');
  const get = database.prepare(`SELECT platform, account, client_id AS clientId, redirect_uri AS redirectUri, scope,
    challenge, issued_at_ms AS issuedAtMs, family FROM authorization_codes WHERE code = ? AND platform = ?`);
  const use = database.prepare('UPDATE authorization_codes SET family = ? WHERE code = ?');

  function find(platform: Platform, code: string): StoredCode | undefined {
    return get.get(code, platform) as unknown as StoredCode | undefined;
  }

  return {
    find,
    /** Issue a code for what a person has allowed. */
    issue({ platform, account, clientId, redirectUri, scope, challenge }: AllowedAccess): string {
      const code = randomBytes(32).toString('base64url');
      add.run(code, platform, account, clientId, redirectUri, scope, challenge, Date.now());
      return code;
    },
    /** Check whether a code may be exchanged; null if so. */
    findRejection(platform: Platform, exchange: CodeExchange, lifetimeSeconds: number): Rejection | null {
      const stored = find(platform, exchange.code);
      if (stored === undefined) return 'unknown';
      if (stored.clientId !== exchange.clientId) return 'wrong_client';
      if (stored.redirectUri !== exchange.redirectUri) return 'wrong_redirect_uri';
      const challenge = createHash('sha256')
        .update(exchange.verifier ?? '')
        .digest('base64url');
      if (stored.challenge !== null && stored.challenge !== challenge) return 'wrong_verifier';
      if (stored.family !== null) return 'used';
      return Date.now() - stored.issuedAtMs > lifetimeSeconds * 1_000 ? 'expired' : null;
    },
    /** Record the family of the tokens that a code was exchanged for. */
    spend(code: string, family: number): void {
      use.run(family, code);
    },
  };
}
