import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { requireEnv } from '../config/env.ts';
import type { AccountSecrets } from '../domain/accounts/account.ts';

const kms = new KMSClient({ maxAttempts: 5 });

/** The account that owns secrets. KMS binds the ciphertext to it, so a copy at another account is useless. */
export interface SecretsOwner {
  workspace_id: string;
  platform: string;
}

/**
 * Encrypts the secrets of an account with the key of the stage.
 * KMS encrypts at most 4 KiB; the request schema limits the secrets to less.
 */
export function encryptSecrets(secrets: AccountSecrets, owner: SecretsOwner): Promise<string> {
  return encryptFor(secrets, toEncryptionContext(owner));
}

/** Decrypts the secrets of an account. Throws `SecretDecryptionError` when that is permanently impossible. */
export function decryptSecrets(ciphertext: string, owner: SecretsOwner): Promise<AccountSecrets> {
  return decryptFor<AccountSecrets>(ciphertext, toEncryptionContext(owner));
}

/** Encrypts secrets and binds them to `context`, which decryption requires. */
export async function encryptFor(secrets: object, context: Record<string, string>): Promise<string> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: requireEnv('ENCRYPTION_ARN'),
      Plaintext: Buffer.from(JSON.stringify(secrets)),
      EncryptionContext: context,
    }),
  );
  return Buffer.from(CiphertextBlob!).toString('base64');
}

/** Decrypts secrets of this context. Throws `SecretDecryptionError` for another context or a deleted key. */
export async function decryptFor<T>(ciphertext: string, context: Record<string, string>): Promise<T> {
  try {
    const { Plaintext } = await kms.send(
      new DecryptCommand({
        KeyId: requireEnv('ENCRYPTION_ARN'),
        CiphertextBlob: Buffer.from(ciphertext, 'base64'),
        EncryptionContext: context,
      }),
    );
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

function toEncryptionContext({ workspace_id, platform }: SecretsOwner): Record<string, string> {
  return { workspace_id, platform };
}
