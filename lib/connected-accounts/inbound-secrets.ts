import {
  type InboundAccount,
  type InboundSecrets,
  inboundContext,
} from '../domain/analytics/inbound-webhook.ts';
import { decryptFor, encryptFor } from './encryption.ts';

const CACHE_TTL_MS = 300_000;
const MAX_CACHED = 500;

// By ciphertext: whoever reads the account anew finds another one when its secrets were changed.
const cachedSecrets = new Map<string, { secrets: InboundSecrets; untilMs: number }>();

/** What the webhooks of an account are checked with, encrypted by the key of the stage and bound to the account. */
export function encryptInboundSecrets(
  secrets: InboundSecrets,
  owner: Pick<InboundAccount, 'account_id' | 'workspace_id' | 'platform'>,
): Promise<string> {
  return encryptFor(secrets, inboundContext(owner));
}

/**
 * The secrets again, remembered by this instance for five minutes: whoever sends wrong signatures all day makes it
 * decrypt no more than that. Throws `SecretDecryptionError` when nothing will ever decrypt them.
 */
export async function decryptInboundSecrets(account: InboundAccount, nowMs: number): Promise<InboundSecrets> {
  const known = cachedSecrets.get(account.encrypted_secrets);
  if (known && known.untilMs > nowMs) return known.secrets;
  const secrets = await decryptFor<InboundSecrets>(account.encrypted_secrets, inboundContext(account));
  if (cachedSecrets.size >= MAX_CACHED) cachedSecrets.clear();
  cachedSecrets.set(account.encrypted_secrets, { secrets, untilMs: nowMs + CACHE_TTL_MS });
  return secrets;
}
