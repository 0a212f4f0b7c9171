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
export async function sealSecrets(secrets: AccountSecrets, owner: SecretsOwner): Promise<string> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: granted('ENCRYPTION_ARN'),
      Plaintext: Buffer.from(JSON.stringify(secrets)),
      EncryptionContext: contextOf(owner),
    }),
  );
  return Buffer.from(CiphertextBlob!).toString('base64');
}

/** The secrets again. Throws `SecretsUnreadable` when this ciphertext is not the owner's, or its key is gone. */
export async function openSecrets(sealed: string, owner: SecretsOwner): Promise<AccountSecrets> {
  try {
    const { Plaintext } = await kms.send(
      new DecryptCommand({
        KeyId: granted('ENCRYPTION_ARN'),
        CiphertextBlob: Buffer.from(sealed, 'base64'),
        EncryptionContext: contextOf(owner),
      }),
    );
    return JSON.parse(Buffer.from(Plaintext!).toString()) as AccountSecrets;
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
