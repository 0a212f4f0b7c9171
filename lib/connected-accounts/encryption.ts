import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { requireEnv } from '../config/env.ts';
import type { AccountSecrets } from '../domain/accounts/account.ts';

const kms = new KMSClient({ maxAttempts: 5 });

type SecretsOwner = { workspace_id: string; platform: string };

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

/** Encrypt secrets and bind them to `context`, which decryption requires. */
export async function encryptFor(secrets: object, context: Record<string, string>): Promise<string> {
  const Plaintext = Buffer.from(JSON.stringify(secrets));
  const KeyId = requireEnv('ENCRYPTION_ARN');
  const { CiphertextBlob } = await kms.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext: context }));
  return Buffer.from(CiphertextBlob!).toString('base64');
}

/** Decrypt secrets of this context. Throws `SecretDecryptionError` for another context or a deleted key. */
export async function decryptFor<T>(ciphertext: string, context: Record<string, string>): Promise<T> {
  const CiphertextBlob = Buffer.from(ciphertext, 'base64');
  const KeyId = requireEnv('ENCRYPTION_ARN');
  try {
    const { Plaintext } = await kms.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: context }));
    return JSON.parse(Buffer.from(Plaintext!).toString()) as T;
  } catch (error) {
    if (!PERMANENT_KMS_ERRORS.includes((error as Error).name)) throw error;
    throw new SecretDecryptionError(error);
  }
}

// A retry cannot fix these. A disabled key, throttling and a lost connection are temporary.
const PERMANENT_KMS_ERRORS = ['InvalidCiphertextException', 'IncorrectKeyException'];

/** The secrets can never be decrypted again, so a user has to connect the account again. */
export class SecretDecryptionError extends Error {
  constructor(cause: unknown) {
    super('The secrets of this account cannot be decrypted.', { cause });
    this.name = 'SecretDecryptionError';
  }
}
