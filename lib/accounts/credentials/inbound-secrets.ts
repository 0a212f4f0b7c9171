import { decryptCached, encryptFor } from '../../core/crypto/kms.ts';
import { type InboundAccount, type InboundSecrets, inboundContext } from '../rules/inbound-account.ts';

/** Encrypt the secrets that verify the webhooks of an account, and binds them to the account. */
export function encryptInboundSecrets(
  secrets: InboundSecrets,
  owner: Pick<InboundAccount, 'account_id' | 'workspace_id' | 'platform'>,
): Promise<string> {
  return encryptFor(secrets, inboundContext(owner));
}

/**
 * Decrypt the webhook secrets of an account, or return them from the cache of the instance. Throws
 * `SecretDecryptionError` when that is permanently impossible.
 */
export function decryptInboundSecrets(account: InboundAccount, nowMs: number): Promise<InboundSecrets> {
  return decryptCached(account.encrypted_secrets, inboundContext(account), nowMs);
}
