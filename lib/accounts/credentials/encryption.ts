import type { EncryptionContext } from '../../core/crypto/contexts.ts';
import { decryptFor, encryptFor } from '../../core/crypto/kms.ts';
import type { AccountSecrets } from '../../platforms/kit/oauth-connector.ts';
import type { Account } from '../rules/account.ts';

export { SecretDecryptionError } from '../../core/crypto/kms.ts';

type SecretsOwner = Pick<Account, 'id' | 'workspace_id'>;

function contextOf({ id, workspace_id }: SecretsOwner): EncryptionContext<'Account'> {
  return { account_id: id, workspace_id };
}

/**
 * Encrypt the secrets of an account. KMS binds the ciphertext to the account, so a copy at another one is useless, and
 * encrypts at most 4 KiB; the request schema limits the secrets to less.
 */
export function encryptSecrets(secrets: AccountSecrets, owner: SecretsOwner): Promise<string> {
  return encryptFor(secrets, contextOf(owner));
}

/** Decrypt the secrets of an account. Throws `SecretDecryptionError` when that is permanently impossible. */
export function decryptSecrets(ciphertext: string, owner: SecretsOwner): Promise<AccountSecrets> {
  return decryptFor(ciphertext, contextOf(owner));
}
