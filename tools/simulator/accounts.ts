import { isPlatform, PLATFORMS, type Platform } from '../../lib/domain/platform.ts';
import { unknownField } from './exchange.ts';
import type { OauthGrants } from './grants.ts';

// biome-ignore format: one list
const MEMBERS = [
  'platform', 'account', 'access_token', 'refresh_token', 'expires_in', 'client_id', 'client_secret', 'issued_at',
];

/** What each platform calls an account: X's user id, LinkedIn's urn, the Instagram user id. */
const ACCOUNTS: Record<Platform, RegExp> = {
  twitter: /^[0-9]{1,19}$/,
  linkedin: /^urn:li:(person|organization):[\w-]+$/,
  instagram: /^[0-9]+$/,
};

/** How long an access token lives when nobody says: two hours on X, 60 days elsewhere. */
const LIFETIMES_SECONDS: Record<Platform, number> = {
  twitter: 7_200,
  linkedin: 5_184_000,
  instagram: 5_184_000,
};

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^\S+$/.test(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value !== '');
}

/**
 * Registers an account and its tokens from `{platform, account, access_token, refresh_token, expires_in,
 * client_id, client_secret, issued_at}`; `expires_in` is in seconds, 0 for a token that has ended, `issued_at` an
 * instant. All after `access_token` may be missing or null. @returns what is wrong, without repeating a token.
 */
export function registerAccount(grants: OauthGrants, order: Record<string, unknown> = {}): string | null {
  const strange = unknownField(order, MEMBERS);
  if (strange !== undefined) return `${strange} is not one of ${MEMBERS.join(', ')}`;
  const { platform, account, access_token: accessToken } = order;
  if (typeof platform !== 'string' || !isPlatform(platform)) {
    return `platform is one of ${PLATFORMS.join(', ')}`;
  }
  if (typeof account !== 'string' || !ACCOUNTS[platform].test(account)) {
    return `account is not an id of ${platform}`;
  }
  if (!isToken(accessToken)) return 'access_token is a text without white space';
  const refreshToken = order.refresh_token ?? null;
  if (refreshToken !== null && !isToken(refreshToken)) return 'refresh_token is a text without white space';
  const expiresInSeconds = order.expires_in ?? LIFETIMES_SECONDS[platform];
  if (
    typeof expiresInSeconds !== 'number' ||
    !Number.isSafeInteger(expiresInSeconds) ||
    expiresInSeconds < 0
  ) {
    return 'expires_in is a whole number of seconds from 0';
  }
  const { client_id: clientId = null, client_secret: clientSecret = null } = order;
  if (!isTextOrNull(clientId) || !isTextOrNull(clientSecret)) return 'client_id and client_secret are texts';
  if (clientSecret !== null && clientId === null) return 'a client_secret needs a client_id';
  const issuedAtMs = typeof order.issued_at === 'string' ? Date.parse(order.issued_at) : null;
  if (Number.isNaN(issuedAtMs) || (issuedAtMs === null && (order.issued_at ?? null) !== null)) {
    return 'issued_at is an instant';
  }
  const tokens = { accessToken, refreshToken, expiresInSeconds, issuedAtMs };
  const isRegistered = grants.register({ platform, account, ...tokens, clientId, clientSecret });
  return isRegistered ? null : 'another account has this token';
}

/** Every registered account, oldest first: whether its family lives and when its access token ends, no tokens. */
export function listAccounts(grants: OauthGrants): object[] {
  return grants.list().map(({ platform, account, isAlive, expiresAtMs }) => {
    const access_token_expires_at = new Date(expiresAtMs).toISOString();
    return { platform, account, alive: isAlive, access_token_expires_at };
  });
}
