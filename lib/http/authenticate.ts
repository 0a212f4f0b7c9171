import { isTokenOfWorkingSecret } from '../domain/client-secrets.ts';
import { effectivePermissions, isKeyLive } from '../domain/credential.ts';
import { Refusal } from '../domain/refusal.ts';
import { loadToken } from '../table/credential.ts';
import { isAllowed } from './allowed-ips.ts';
import type { Call } from './call.ts';
import { noteUse } from './key-use.ts';
import { secretHash } from './secret.ts';

export const REALM = 'content-intelligence';

// A token is looked up once per function instance and minute; that bounds how long a revoked key
// and a removed member live on.
const REMEMBER_MS = 60_000;
const REMEMBER_MOST = 1_000;

type Known = NonNullable<Awaited<ReturnType<typeof loadToken>>>;
const remembered = new Map<string, { known: Known; untilMs: number }>();

/**
 * Finds out who is calling. Without credentials, 401 with no error code (RFC 6750, section 3.1); with bad
 * ones, 401 `invalid_token`; from an address the key does not allow, 403. Routes that ask for nothing pass.
 */
export async function authenticate(call: Call): Promise<void> {
  if (call.route?.permissions === 'none') return;
  const bearer = /^bearer +(.*)$/i.exec(call.event.headers?.authorization?.trim() ?? '');
  if (!bearer) {
    throw new Refusal('missing_credentials', 'Send an access token: Authorization: Bearer <token>.', {
      headers: { 'www-authenticate': `Bearer realm="${REALM}"` },
    });
  }
  const known = /^[A-Za-z0-9_-]{1,128}$/.test(bearer[1]!) ? await lookUp(bearer[1]!, call.nowMs) : null;
  if (!known || !isLive(known, call.nowMs)) {
    throw new Refusal('invalid_token', 'The access token is unknown, expired or revoked. Ask for another.', {
      headers: { 'www-authenticate': `Bearer realm="${REALM}", error="invalid_token"` },
    });
  }
  const { token, key, member, workspace } = known;
  // Only the address the gateway saw counts: a header would be the caller's own word.
  if (!isAllowed(call.event.requestContext.http.sourceIp, key.allowed_ips)) {
    throw new Refusal('ip_not_allowed', 'This key may not be used from your address.');
  }
  // Remembered with the rest, so that this instance writes it once.
  known.lastUsedAt = noteUse(call, key.client_id, known.lastUsedAt);
  call.caller = {
    workspace,
    userId: key.user_id,
    role: member.role,
    clientId: key.client_id,
    permissions: effectivePermissions(token, key, member),
    tokenExpiresAtMs: token.expires_at_ms,
    hourlyLimit: key.hourly_limit,
  };
}

function isLive({ token, key }: Known, nowMs: number): boolean {
  return token.expires_at_ms > nowMs && isKeyLive(key, nowMs) && isTokenOfWorkingSecret(token, key, nowMs);
}

async function lookUp(token: string, nowMs: number): Promise<Known | null> {
  const hash = secretHash(token);
  const memory = remembered.get(hash);
  if (memory && memory.untilMs > nowMs) return memory.known;
  const known = await loadToken(hash);
  remembered.delete(hash);
  if (known) {
    if (remembered.size >= REMEMBER_MOST) remembered.delete(remembered.keys().next().value!);
    remembered.set(hash, { known, untilMs: nowMs + REMEMBER_MS });
  }
  return known;
}
