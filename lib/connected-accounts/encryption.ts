import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { requireEnv } from '../config/env.ts';
import type { AccountSecrets } from '../domain/accounts/account.ts';

const kms = new KMSClient({ maxAttempts: 5 });

/** Whose secrets they are. KMS binds the ciphertext to it: copied to another account it does not open. */
export interface SecretsOwner {
  workspace_id: string;
  platform: string;
}

/**
 * The secrets of an account, encrypted by the key of the stage. They leave this process as ciphertext only.
 * KMS takes 4 KiB at once; the request's schema keeps the secrets below that.
 */
export function encryptSecrets(secrets: AccountSecrets, owner: SecretsOwner): Promise<string> {
  return encryptFor(secrets, toEncryptionContext(owner));
}

/** The secrets again. Throws `SecretDecryptionError` when this ciphertext is not the owner's, or its key is gone. */
export function decryptSecrets(sealed: string, owner: SecretsOwner): Promise<AccountSecrets> {
  return decryptFor<AccountSecrets>(sealed, toEncryptionContext(owner));
}

/** Anything secret, encrypted and bound to `context`: it opens with the same context alone. */
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

/** What was sealed for this context. Throws `SecretDecryptionError` when it was sealed for another, or its key is gone. */
export async function decryptFor<T>(sealed: string, context: Record<string, string>): Promise<T> {
  try {
    const { Plaintext } = await kms.send(
      new DecryptCommand({
        KeyId: requireEnv('ENCRYPTION_ARN'),
        CiphertextBlob: Buffer.from(sealed, 'base64'),
        EncryptionContext: context,
      }),
    );
    return JSON.parse(Buffer.from(Plaintext!).toString()) as T;
  } catch (error) {
    if (!PERMANENT_KMS_ERRORS.includes((error as Error).name)) throw error;
    throw new SecretDecryptionError(error);
  }
}

// What no later try will mend. A key that is disabled for a while, a throttle, no connection: all that passes.
const PERMANENT_KMS_ERRORS = ['InvalidCiphertextException', 'IncorrectKeyException'];

/** These secrets cannot be decrypted any more: the account has to be connected again. */
export class SecretDecryptionError extends Error {
  constructor(cause: unknown) {
    super('The secrets of this account cannot be decrypted.', { cause });
    this.name = 'SecretDecryptionError';
  }
}

function toEncryptionContext({ workspace_id, platform }: SecretsOwner): Record<string, string> {
  return { workspace_id, platform };
}
