import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { AccountSecrets } from '../domain/account.ts';
import { granted } from '../granted.ts';

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
export function sealSecrets(secrets: AccountSecrets, owner: SecretsOwner): Promise<string> {
  return sealFor(secrets, contextOf(owner));
}

/** The secrets again. Throws `SecretsUnreadable` when this ciphertext is not the owner's, or its key is gone. */
export function openSecrets(sealed: string, owner: SecretsOwner): Promise<AccountSecrets> {
  return openFor<AccountSecrets>(sealed, contextOf(owner));
}

/** Anything secret, encrypted and bound to `context`: it opens with the same context alone. */
export async function sealFor(secrets: object, context: Record<string, string>): Promise<string> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: granted('ENCRYPTION_ARN'),
      Plaintext: Buffer.from(JSON.stringify(secrets)),
      EncryptionContext: context,
    }),
  );
  return Buffer.from(CiphertextBlob!).toString('base64');
}

/** What was sealed for this context. Throws `SecretsUnreadable` when it was sealed for another, or its key is gone. */
export async function openFor<T>(sealed: string, context: Record<string, string>): Promise<T> {
  try {
    const { Plaintext } = await kms.send(
      new DecryptCommand({
        KeyId: granted('ENCRYPTION_ARN'),
        CiphertextBlob: Buffer.from(sealed, 'base64'),
        EncryptionContext: context,
      }),
    );
    return JSON.parse(Buffer.from(Plaintext!).toString()) as T;
  } catch (error) {
    if (!UNREADABLE.includes((error as Error).name)) throw error;
    throw new SecretsUnreadable(error);
  }
}

// What no later try will mend. A key that is disabled for a while, a throttle, no connection: all that passes.
const UNREADABLE = ['InvalidCiphertextException', 'IncorrectKeyException'];

/** These secrets cannot be decrypted any more: the account has to be connected again. */
export class SecretsUnreadable extends Error {
  constructor(cause: unknown) {
    super('The secrets of this account cannot be decrypted.', { cause });
    this.name = 'SecretsUnreadable';
  }
}

function contextOf({ workspace_id, platform }: SecretsOwner): Record<string, string> {
  return { workspace_id, platform };
}
