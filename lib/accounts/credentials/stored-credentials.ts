import type { AccountSecrets } from '../../platforms/kit/oauth-connector.ts';
import type { PublishingAccount, RefreshCredentials } from '../../platforms/kit/publisher.ts';
import type { Account } from '../rules/account.ts';
import { isSandboxAccountId } from '../rules/sandbox-account.ts';
import { decryptSecrets } from './encryption.ts';

/**
 * Return the credentials of an account as they are stored, for a read that may fail: nothing is refreshed, and the
 * token may have expired. Null for an account without any.
 */
export async function storedCredentials(account: Account): Promise<PublishingAccount | null> {
  const { encrypted_secrets } = account;
  return encrypted_secrets === null ? null : toCredentials(account, await decryptSecrets(encrypted_secrets, account));
}

/** Build the credentials of an account from its secrets. */
export function toCredentials({ id, external_id, server = null }: Account, secrets: AccountSecrets): PublishingAccount {
  // A user chooses the external id of a sandbox account, so another workspace may have the same one.
  const externalId = isSandboxAccountId(id) ? id : external_id;
  return { externalId, accessToken: secrets.access_token, dpopKey: secrets.dpop_key, server };
}

/** Build the credentials with which the tokens of an account are refreshed or revoked. */
export function toTokenCredentials(secrets: AccountSecrets): RefreshCredentials {
  const { access_token: accessToken, refresh_token: refreshToken, client_id: clientId } = secrets;
  return { accessToken, refreshToken, clientId, clientSecret: secrets.client_secret, dpopKey: secrets.dpop_key };
}
