import type { Account } from '../../../lib/accounts/rules/account.ts';
import { connectAccount, decideTokenAction } from '../../../lib/accounts/rules/account-token-lifecycle.ts';
import { NOW_MS } from '../../content/rules/items.ts';
import { ACCOUNT_OWNER, SECRETS } from './accounts.ts';

/** Return the token action `seconds` after NOW_MS. */
export function verdict(account: Account, seconds: number) {
  return decideTokenAction(account, NOW_MS + seconds * 1000);
}

export function connectAgain(before: Account, expiresInSeconds: number | null): Account {
  const owner = { ...ACCOUNT_OWNER, id: 'acc_2', platform: before.platform };
  const secrets = { ...SECRETS, access_token: 'access-2', refresh_token: null };
  const connection = {
    external_id: '2',
    secrets,
    expires_in_seconds: expiresInSeconds,
    encrypted_secrets: 'encrypted-2',
  };
  return connectAccount(before, owner, connection, NOW_MS + 50_000);
}
