import timers from 'node:timers/promises';
import { log } from '../../core/observability/log.ts';
import { publisherOf } from '../../platforms/adapters.ts';
import { tokenConnection } from '../credentials/account-credentials.ts';
import { decryptSecrets, SecretDecryptionError } from '../credentials/encryption.ts';
import { toTokenCredentials } from '../credentials/stored-credentials.ts';
import type { Account } from '../rules/account.ts';

const ATTEMPTS = 3;
const PAUSE_MS = 2_000;

/**
 * End the access to an account at its platform, by at most three requests. Returns false for a platform that has no request for
 * it or does not confirm it, and for secrets that can never be decrypted again. An account without secrets has no access.
 */
export async function disconnectAccount(account: Account): Promise<boolean> {
  const { workspace_id, id: account_id, platform, encrypted_secrets } = account;
  if (encrypted_secrets === null) return true;
  const { revoke } = publisherOf(account);
  if (!revoke) return false;
  try {
    const credentials = toTokenCredentials(await decryptSecrets(encrypted_secrets, account));
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) await timers.setTimeout(PAUSE_MS);
      if (await revoke(credentials, tokenConnection(account))) return true;
    }
  } catch (error) {
    if (!(error instanceof SecretDecryptionError)) throw error;
  }
  log.warn('access not ended by the platform', { workspace_id, account_id, platform });
  return false;
}
