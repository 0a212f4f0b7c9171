import { describe, expect, it } from 'vitest';
import { toAccountView } from '../../../lib/accounts/rules/account.ts';
import { needsReconnect, startRefresh } from '../../../lib/accounts/rules/account-token-lifecycle.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { connectedAccount } from './accounts.ts';

describe('toAccountView', () => {
  it('shows the account and the lifetime of its token', () => {
    expect(toAccountView(connectedAccount('twitter', 7200))).toEqual({
      id: 'acc_1',
      platform: 'twitter',
      external_id: '1000000001',
      name: '1000000001',
      is_default: true,
      metrics_schedule: 'days',
      sandbox: false,
      handle: null,
      server: null,
      status: 'connected',
      reconnect_reason: null,
      token_expires_at: at(7200),
      is_refreshable: true,
      refreshed_at: null,
      created_at: at(0),
      updated_at: at(0),
    });
  });

  it('shows that an account needs a reconnect, and the reason', () => {
    expect(toAccountView(needsReconnect(connectedAccount('twitter', 7200), 'refresh_refused', NOW_MS))).toMatchObject({
      status: 'needs_reconnect',
      reconnect_reason: 'refresh_refused',
    });
  });

  it('shows no credentials, not even encrypted, and no refresh lease', () => {
    const account = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS);
    expect(JSON.stringify(toAccountView(account))).not.toMatch(
      /encrypted_secrets|encrypted|rfr_1|refresh_lease|refresh_at/,
    );
  });
});
