import { type InboundAccount, type InboundSecrets, inboundContext } from '../domain/analytics/inbound-webhook.ts';
import { decryptFor, encryptFor } from './encryption.ts';

const CACHE_TTL_MS = 300_000;
const MAX_CACHED = 500;

// Keyed by ciphertext, which changes with the secrets.
const cachedSecrets = new Map<string, { secrets: InboundSecrets; untilMs: number }>();

/** Encrypt the secrets that verify the webhooks of an account, and binds them to the account. */
export function encryptInboundSecrets(
  secrets: InboundSecrets,
  owner: Pick<InboundAccount, 'account_id' | 'workspace_id' | 'platform'>,
): Promise<string> {
  return encryptFor(secrets, inboundContext(owner));
}

/**
 * Decrypt the webhook secrets of an account. Caches them for five minutes, so that a flood of wrong signatures
 * does not cause a flood of KMS calls. Throws `SecretDecryptionError` when that is permanently impossible.
 */
export async function decryptInboundSecrets(account: InboundAccount, nowMs: number): Promise<InboundSecrets> {
  const cached = cachedSecrets.get(account.encrypted_secrets);
  if (cached && cached.untilMs > nowMs) return cached.secrets;
  const secrets = await decryptFor<InboundSecrets>(account.encrypted_secrets, inboundContext(account));
  if (cachedSecrets.size >= MAX_CACHED) cachedSecrets.clear();
  cachedSecrets.set(account.encrypted_secrets, { secrets, untilMs: nowMs + CACHE_TTL_MS });
  return secrets;
}
