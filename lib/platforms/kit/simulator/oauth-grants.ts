import { randomBytes } from 'node:crypto';
import type { Platform } from '../../platform.ts';
import type { PostStore } from './post-store.ts';

/**
 * The grant of an account to an app, with its first tokens.
 *
 * Lifetimes are in seconds from now.
 */
export interface NewGrant {
  platform: Platform;
  account: string;
  accessToken: string;
  refreshToken: string | null;
  expiresInSeconds: number;
  clientId: string | null;
  clientSecret: string | null;
  /** When the user consented, in milliseconds since 1970; null when unknown. */
  issuedAtMs: number | null;
  /** The permissions, separated by spaces; null for all. */
  scope: string | null;
}

/** A grant by consent. */
export type ConsentGrant = Omit<NewGrant, 'accessToken' | 'refreshToken' | 'issuedAtMs'> & {
  hasRefreshToken: boolean;
};

/** A registered or issued token, with its grant, which is its token family. */
export interface IssuedToken {
  platform: Platform;
  token: string;
  family: number;
  account: string;
  clientId: string | null;
  clientSecret: string | null;
  scope: string | null;
  registeredAtMs: number;
  issuedAtMs: number | null;
  /** Null for a refresh token. */
  expiresAtMs: number | null;
  isSpent: boolean;
  isAlive: boolean;
}

/** Whether an access token is valid. `account` is null for a token that was never registered. */
export interface TokenAccess {
  state: 'valid' | 'expired' | 'revoked';
  account: string | null;
  /** The permissions, separated by spaces; null for all. */
  scope: string | null;
}

/** Check whether a token has a permission. An unregistered one has all. */
export function hasScope(access: TokenAccess, scope: string): boolean {
  return access.scope === null || access.scope.split(' ').includes(scope);
}

/** Check whether a token may act for this account. An unregistered one may act for any. */
export function isAuthorizedFor(access: TokenAccess, account: string): boolean {
  return access.account === null || access.account === account;
}

type Kind = 'access' | 'refresh';

const TABLES = `
  CREATE TABLE IF NOT EXISTS oauth_grants (
    family INTEGER PRIMARY KEY AUTOINCREMENT, platform TEXT, account TEXT, client_id TEXT, client_secret TEXT,
    scope TEXT, registered_at_ms INTEGER, is_alive INTEGER DEFAULT 1);
  CREATE TABLE IF NOT EXISTS oauth_tokens (
    n INTEGER PRIMARY KEY AUTOINCREMENT, platform TEXT, kind TEXT, token TEXT, family INTEGER,
    issued_at_ms INTEGER, expires_at_ms INTEGER, is_spent INTEGER DEFAULT 0, UNIQUE (platform, kind, token));
`;

export type OauthGrants = ReturnType<typeof openOauthGrants>;

/**
 * Open the store of grants and their tokens.
 *
 * The tokens of a replaced grant stay stored as revoked.
 */
export function openOauthGrants(store: PostStore) {
  const { database } = store;
  database.exec(TABLES);
  const replace = database.prepare('UPDATE oauth_grants SET is_alive = 0 WHERE platform = ? AND account = ?');
  const add =
    database.prepare(`INSERT INTO oauth_grants (platform, account, client_id, client_secret, scope, registered_at_ms)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const addToken = database.prepare(`INSERT OR REPLACE INTO oauth_tokens
    (platform, kind, token, family, issued_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?)`);
  const find = database.prepare(`SELECT platform, token, family, account, client_id AS clientId,
    client_secret AS clientSecret, scope, registered_at_ms AS registeredAtMs, issued_at_ms AS issuedAtMs,
    expires_at_ms AS expiresAtMs, is_spent AS isSpent, is_alive AS isAlive
    FROM oauth_tokens JOIN oauth_grants USING (family, platform) WHERE platform = ? AND kind = ? AND token = ?`);
  const spend = database.prepare(
    "UPDATE oauth_tokens SET is_spent = 1 WHERE platform = ? AND kind = 'refresh' AND token = ?",
  );
  const kill = database.prepare('UPDATE oauth_grants SET is_alive = 0 WHERE family = ?');
  const current = database.prepare(`SELECT platform, account, is_alive AS isAlive, (SELECT expires_at_ms
    FROM oauth_tokens WHERE kind = 'access' AND family = oauth_grants.family ORDER BY n DESC LIMIT 1) AS expiresAtMs
    FROM oauth_grants WHERE family IN (SELECT max(family) FROM oauth_grants GROUP BY platform, account) ORDER BY family`);

  function findToken(platform: Platform, kind: Kind, token: string): IssuedToken | undefined {
    const row = find.get(platform, kind, token);
    if (row === undefined) return undefined;
    const held = { ...row, isSpent: row.isSpent === 1, isAlive: row.isAlive === 1 };
    return held as unknown as IssuedToken;
  }

  /** Check whether a valid grant of another account has this token, which would make it ambiguous. */
  function isTaken({ platform, account }: NewGrant, kind: Kind, token: string | null): boolean {
    const held = token === null ? undefined : findToken(platform, kind, token);
    return held?.isAlive === true && held.account !== account;
  }

  /** Store a grant with its first tokens. @returns its family. */
  function addGrant(grant: NewGrant): number {
    const { platform, account, accessToken, refreshToken, issuedAtMs } = grant;
    const nowMs = Date.now();
    const added = add.run(platform, account, grant.clientId, grant.clientSecret, grant.scope, nowMs);
    const family = Number(added.lastInsertRowid);
    addToken.run(platform, 'access', accessToken, family, issuedAtMs, nowMs + grant.expiresInSeconds * 1_000);
    if (refreshToken !== null) addToken.run(platform, 'refresh', refreshToken, family, issuedAtMs, null);
    return family;
  }

  return {
    /**
     * Replace the grant of an account, or add one to its others.
     *
     * @returns false, without a change, when another account has the token.
     */
    register(grant: NewGrant, { replacesOthers } = { replacesOthers: true }): boolean {
      if (isTaken(grant, 'access', grant.accessToken) || isTaken(grant, 'refresh', grant.refreshToken)) return false;
      store.atomically(() => {
        if (replacesOthers) replace.run(grant.platform, grant.account);
        addGrant(grant);
      });
      return true;
    },
    /** Add a grant by consent, with new tokens. Other grants of the account stay valid. */
    issue({ hasRefreshToken, ...grant }: ConsentGrant) {
      const accessToken = randomBytes(24).toString('base64url');
      const refreshToken = hasRefreshToken ? randomBytes(24).toString('base64url') : null;
      const family = addGrant({ ...grant, accessToken, refreshToken, issuedAtMs: Date.now() });
      return { accessToken, refreshToken, family };
    },
    /** List the latest grant of each account, oldest first. */
    list() {
      return current.all().map((row) => ({
        platform: String(row.platform),
        account: String(row.account),
        isAlive: row.isAlive === 1,
        expiresAtMs: Number(row.expiresAtMs),
      }));
    },
    /** Look up a bearer token. Unregistered tokens are valid, except the token `expired`. */
    accessOf(platform: Platform, accessToken: string): TokenAccess {
      const held = findToken(platform, 'access', accessToken);
      if (held === undefined) {
        return { state: accessToken === 'expired' ? 'expired' : 'valid', account: null, scope: null };
      }
      const { account, scope } = held;
      if (!held.isAlive) return { state: 'revoked', account, scope };
      return { state: Date.now() < Number(held.expiresAtMs) ? 'valid' : 'expired', account, scope };
    },
    holding: findToken,
    /** Revoke all tokens of a family. */
    kill(family: number): void {
      kill.run(family);
    },
    /**
     * Issue an access token in the family of `held`.
     *
     * With `spends`, `held` is a refresh token: it is invalidated and replaced by a new one. With `nextRefreshToken`, it
     * stays valid next to that one.
     */
    renew(held: IssuedToken, expiresInSeconds: number, spends: boolean, nextRefreshToken: string | null = null) {
      const { platform, family } = held;
      const nowMs = Date.now();
      const issuedAtMs = held.issuedAtMs === null ? null : nowMs;
      const accessToken = randomBytes(24).toString('base64url');
      const refreshToken = spends ? randomBytes(24).toString('base64url') : nextRefreshToken;
      store.atomically(() => {
        if (spends) spend.run(platform, held.token);
        addToken.run(platform, 'access', accessToken, family, issuedAtMs, nowMs + expiresInSeconds * 1_000);
        if (refreshToken !== null) addToken.run(platform, 'refresh', refreshToken, family, issuedAtMs, null);
      });
      return { accessToken, refreshToken };
    },
  };
}
