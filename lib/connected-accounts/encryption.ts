import type { AccountSecrets } from '../domain/accounts/account.ts';
import type { EncryptionContext } from '../encryption/contexts.ts';
import { decryptFor, encryptFor } from '../encryption/kms.ts';

export { SecretDecryptionError } from '../encryption/kms.ts';

type SecretsOwner = EncryptionContext<'Account'>;

/**
 * Encrypt the secrets of an account. KMS binds the ciphertext to the account, so a copy at another one is useless, and
 * encrypts at most 4 KiB; the request schema limits the secrets to less.
 */
export function encryptSecrets(secrets: AccountSecrets, { workspace_id, platform }: SecretsOwner): Promise<string> {
  return encryptFor(secrets, { workspace_id, platform });
}

/** Decrypt the secrets of an account. Throws `SecretDecryptionError` when that is permanently impossible. */
export function decryptSecrets(ciphertext: string, { workspace_id, platform }: SecretsOwner): Promise<AccountSecrets> {
  return decryptFor(ciphertext, { workspace_id, platform });
}
