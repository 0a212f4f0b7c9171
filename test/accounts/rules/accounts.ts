import type { Account } from '../../../lib/accounts/rules/account.ts';
import { connectAccount } from '../../../lib/accounts/rules/account-token-lifecycle.ts';
import type { AccountSecrets } from '../../../lib/platforms/kit/oauth-connector.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { NOW_MS } from '../../content/rules/items.ts';

export const SECRETS: AccountSecrets = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  client_id: 'client-1',
  client_secret: 'client-secret-1',
};

export const ACCOUNT_OWNER = { id: 'acc_1', workspaceId: 'ws_1', isDefault: true };

/** An account connected now, with this token lifetime; null: unknown. */
export function connectedAccount(
  platform: Platform,
  expiresInSeconds: number | null,
  refreshToken: string | null = SECRETS.refresh_token,
): Account {
  const secrets = { ...SECRETS, refresh_token: refreshToken };
  const connection = {
    external_id: '1000000001',
    secrets,
    expires_in_seconds: expiresInSeconds,
    encrypted_secrets: 'encrypted-1',
  };
  return connectAccount(null, { ...ACCOUNT_OWNER, platform }, connection, NOW_MS);
}
