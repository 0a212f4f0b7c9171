import { describe, expect, it } from 'vitest';
import type { Account, ReconnectReason } from '../../../lib/accounts/rules/account.ts';
import { RECONNECT_REASONS } from '../../../lib/accounts/rules/account.ts';
import {
  connectAccount,
  decideRejectionAction,
  decideTokenAction,
  isRefreshable,
  isTokenAlive,
  needsReconnect,
  onRefreshOutcomeUnknown,
  recordRejection,
  renewedSecrets,
  startRefresh,
  willNeedReconnect,
} from '../../../lib/accounts/rules/account-token-lifecycle.ts';
import { LEASE_SECONDS } from '../../../lib/core/retry/lease.ts';
import { PLATFORMS, type Platform } from '../../../lib/platforms/platform.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { ACCOUNT_OWNER, connectedAccount, SECRETS } from './accounts.ts';
import { connectAgain, verdict } from './reconnected-account.ts';

const DAY_SECONDS = 86_400;

describe('willNeedReconnect', () => {
  const will = (account: Account, dueSeconds: number | null, nowSeconds = 0) => {
    const nowMs = NOW_MS + nowSeconds * 1000;
    return willNeedReconnect(account, dueSeconds === null ? null : NOW_MS + dueSeconds * 1000, nowMs);
  };
  const fixed = connectedAccount('linkedin', 3600, null);
  const refreshable = connectedAccount('twitter', 3600);
  const rejected = needsReconnect(refreshable, 'token_refused', NOW_MS);
  const unreadable = { ...refreshable, encrypted_secrets: null };
  const refreshing = startRefresh(refreshable, 'ref_1', NOW_MS);

  it.each<[string, Account, seconds: number | null, expected: boolean]>([
    ['a token that expires after the post', fixed, 3000, false],
    ['a token that is not refreshable and expires before the post', fixed, 3600, true],
    ['a token that is not refreshable, without a time', fixed, null, false],
    ['a refreshable token that expires before the post', refreshable, 86_400, false],
    ['a token without a known expiry', connectedAccount('linkedin', null, null), 365 * DAY_SECONDS, false],
    ['a rejected token', rejected, 60, true],
    ['a rejected token, without a time', rejected, null, true],
    ['a rejected token, for a post that is overdue', rejected, -60, true],
    [
      'a rejected refresh, while the old token is valid',
      needsReconnect(refreshable, 'refresh_refused', NOW_MS),
      60,
      false,
    ],
    [
      'a rejected refresh, after the old token expired',
      needsReconnect(refreshable, 'refresh_refused', NOW_MS),
      3600,
      true,
    ],
    ['a rejected refresh, without a time', needsReconnect(refreshable, 'refresh_refused', NOW_MS), null, true],
    ['unreadable credentials', unreadable, 60, true],
    ['a refresh that is running', refreshing, 7200, false],
  ])('for %s', (_, account, seconds, expected) => {
    expect(will(account, seconds)).toBe(expected);
  });

  it('is true after a refresh with a single-use token whose worker crashed, once the old token has expired', () => {
    expect(will(refreshing, 7200, LEASE_SECONDS.tokenRefresh + 1)).toBe(true);
    expect(will(refreshing, 3000, LEASE_SECONDS.tokenRefresh + 1)).toBe(false);
  });
});

describe('isRefreshable', () => {
  it.each([
    ['twitter', 'refresh-1', true],
    ['twitter', null, false],
    ['linkedin', 'refresh-1', true],
    ['linkedin', null, false],
    ['instagram', 'refresh-1', true],
    ['instagram', null, true],
  ] as const)('on %s with the refresh token %j is %s', (platform, refreshToken, expected) => {
    expect(isRefreshable(platform, { ...SECRETS, refresh_token: refreshToken })).toBe(expected);
    expect(connectedAccount(platform, 7200, refreshToken).is_refreshable).toBe(expected);
  });
});

describe('connectAccount', () => {
  it('creates a connected account without a refresh lease', () => {
    expect(connectedAccount('twitter', 7200)).toMatchObject({
      id: 'acc_1',
      workspace_id: 'ws_1',
      platform: 'twitter',
      status: 'connected',
      reconnect_reason: null,
      refresh_lease: null,
      refreshed_at: null,
      encrypted_secrets: 'encrypted-1',
      created_at: at(0),
      updated_at: at(0),
    });
  });

  it('stores no secret outside the encrypted secrets', () => {
    expect(JSON.stringify(connectedAccount('twitter', 7200))).not.toMatch(/access-1|refresh-1|client/);
  });

  it('keeps the id and creation time of a reconnected account', () => {
    const before = { ...connectedAccount('twitter', 7200), version: 7 };
    expect(connectAgain(before, 3600)).toMatchObject({
      id: 'acc_1',
      created_at: at(0),
      updated_at: at(50),
      version: 7,
      encrypted_secrets: 'encrypted-2',
      is_refreshable: false,
    });
  });

  it('reconnects an account that needed a reconnect', () => {
    const before = needsReconnect(connectedAccount('twitter', 7200), 'token_refused', NOW_MS);
    const after = connectAgain(before, 3600);
    expect([after.status, after.reconnect_reason]).toEqual(['connected', null]);
    expect(verdict(after, 51)).toEqual({ action: 'use' });
  });

  it('discards the refresh lease of the previous token', () => {
    const before = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS);
    expect(connectAgain(before, 3600).refresh_lease).toBeNull();
  });
});

describe('refresh_at', () => {
  it.each<[Platform, string, number, number]>([
    ['twitter', 'two hours', 7200, 6300],
    ['twitter', 'half an hour', 1800, 900],
    ['twitter', 'ten minutes', 600, 300],
    ['twitter', 'three seconds', 3, 1.5],
    ['linkedin', '60 days', 60 * DAY_SECONDS, 53 * DAY_SECONDS],
    ['linkedin', '14 days', 14 * DAY_SECONDS, 7 * DAY_SECONDS],
    ['linkedin', 'one day', DAY_SECONDS, DAY_SECONDS / 2],
    ['instagram', '60 days', 60 * DAY_SECONDS, 53 * DAY_SECONDS],
    ['instagram', 'one hour', 3600, 1800],
  ])('on %s for a token lifetime of %s is before its expiry, at half of its lifetime at the earliest', (...row) => {
    const [platform, , expiresIn, refreshIn] = row;
    const account = connectedAccount(platform, expiresIn);
    expect([account.token_expires_at, account.refresh_at]).toEqual([at(expiresIn), at(refreshIn)]);
  });

  it.each(PLATFORMS)('on %s is null for a token without a known expiry', (platform) => {
    const account = connectedAccount(platform, null);
    expect([account.token_expires_at, account.refresh_at]).toEqual([null, null]);
    expect(verdict(account, 400 * DAY_SECONDS)).toEqual({ action: 'use' });
  });
});

describe('isTokenAlive', () => {
  it('returns false in the last minute before expiry, which the request needs', () => {
    const account = connectedAccount('twitter', 7200);
    expect(isTokenAlive(account, NOW_MS + 7_140_000 - 1)).toBe(true);
    expect(isTokenAlive(account, NOW_MS + 7_140_000)).toBe(false);
  });

  it('returns true for a token without a known expiry', () => {
    expect(isTokenAlive(connectedAccount('twitter', null), NOW_MS + 1e12)).toBe(true);
  });

  it('returns false without a decryptable token', () => {
    expect(isTokenAlive({ ...connectedAccount('twitter', null), encrypted_secrets: null }, NOW_MS)).toBe(false);
  });
});

describe('decideTokenAction on a connected account', () => {
  it('uses the token until refresh_at, and refreshes it from that millisecond on', () => {
    const account = connectedAccount('twitter', 7200);
    expect(decideTokenAction(account, NOW_MS + 6_300_000 - 1)).toEqual({ action: 'use' });
    expect(decideTokenAction(account, NOW_MS + 6_300_000)).toEqual({ action: 'refresh' });
  });

  it.each(PLATFORMS)('refreshes an expired token of %s', (platform) => {
    expect(verdict(connectedAccount(platform, 7200), 9000)).toEqual({ action: 'refresh' });
  });

  it('requires a reconnect while a token is valid that expires soon and is not refreshable', () => {
    const account = connectedAccount('linkedin', 60 * DAY_SECONDS, null);
    expect(verdict(account, 53 * DAY_SECONDS - 1)).toEqual({ action: 'use' });
    expect(verdict(account, 53 * DAY_SECONDS)).toEqual({ action: 'reconnect', reason: 'token_expires' });
  });

  it('requires a reconnect for an expired token that is not refreshable', () => {
    const account = connectedAccount('linkedin', 3600, null);
    expect(verdict(account, 3600)).toEqual({ action: 'reconnect', reason: 'token_refused' });
  });

  it('requires a reconnect without a decryptable token', () => {
    const account = { ...connectedAccount('twitter', 7200), encrypted_secrets: null };
    expect(verdict(account, 0)).toEqual({ action: 'reconnect', reason: 'unreadable' });
  });
});

describe('decideRejectionAction', () => {
  const refreshable = connectedAccount('twitter', 7200);
  const other = connectedAccount('twitter', 7200, null);
  const decide = (account: Account, used = account) => decideRejectionAction(account, used, NOW_MS + 90_000);

  it('refreshes a token that can be refreshed, unless it is less than a minute old', () => {
    expect(decide(refreshable)).toBe('refresh');
    expect(decide({ ...refreshable, refreshed_at: at(30) })).toBe('refresh');
    expect(decide({ ...refreshable, refreshed_at: at(31) })).toBe('record');
  });

  it('records the first rejection of another token, and requires a reconnect after the second', () => {
    expect(decide(other)).toBe('record');
    expect(decide(recordRejection(other, NOW_MS))).toBe('reconnect');
  });

  it('counts a rejection as the first for a worker that did not know of another one', () => {
    for (const account of [other, refreshable])
      expect(decide(recordRejection(account, NOW_MS), account)).toBe('record');
  });

  it('spares the token of an account that needs a reconnect already', () => {
    expect(decide(needsReconnect(refreshable, 'refresh_lost', NOW_MS))).toBe('record');
  });
});

describe('needsReconnect', () => {
  const begun = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS);

  it.each(RECONNECT_REASONS)('for %s stores the reason and time, and clears refresh_at', (reason) => {
    expect(needsReconnect(begun, reason, NOW_MS + 1000)).toMatchObject({
      status: 'needs_reconnect',
      reconnect_reason: reason,
      refresh_lease: null,
      refresh_at: null,
      updated_at: at(1),
    });
  });

  it.each<ReconnectReason>(['token_expires', 'refresh_refused', 'refresh_lost'])(
    'for %s keeps a valid token in use until it expires',
    (reason) => {
      const account = needsReconnect(begun, reason, NOW_MS + 1000);
      expect(decideTokenAction(account, NOW_MS + 7_140_000 - 1)).toEqual({ action: 'use' });
      expect(decideTokenAction(account, NOW_MS + 7_140_000)).toEqual({ action: 'reconnect', reason });
    },
  );

  it.each<ReconnectReason>(['token_refused', 'unreadable'])(
    'for %s stops the use of the token at once, whatever its expiry',
    (reason) => {
      for (const account of [begun, connectedAccount('twitter', null)]) {
        const after = needsReconnect(account, reason, NOW_MS + 1000);
        expect(decideTokenAction(after, NOW_MS + 1000)).toEqual({ action: 'reconnect', reason });
      }
    },
  );

  it('keeps a token without a known expiry in use when only its refresh is lost', () => {
    const account = needsReconnect(connectedAccount('twitter', null), 'refresh_lost', NOW_MS);
    expect(verdict(account, 400 * DAY_SECONDS)).toEqual({ action: 'use' });
  });

  it('remains until the account is connected again', () => {
    const account = needsReconnect(begun, 'refresh_refused', NOW_MS);
    expect(verdict(account, 400 * DAY_SECONDS)).toEqual({ action: 'reconnect', reason: 'refresh_refused' });
  });
});

describe('tokens that are bound to a key', () => {
  // LinkedIn's refresh tokens can be used again, so only the key makes the difference.
  const connected = (dpop_key?: string) => {
    const secrets = { ...SECRETS, ...(dpop_key === undefined ? {} : { dpop_key }) };
    const connection = { external_id: '1', secrets, expires_in_seconds: 3600, encrypted_secrets: 'encrypted-1' };
    return connectAccount(null, { ...ACCOUNT_OWNER, platform: 'linkedin' }, connection, NOW_MS);
  };

  it('are lost after a refresh that crashed or had no response, and bearer tokens of the platform are not', () => {
    const afterLeaseMs = NOW_MS + (LEASE_SECONDS.tokenRefresh + 1) * 1000;
    const [bound, bearer] = [connected('{}'), connected()].map((account) => startRefresh(account, 'ref_1', NOW_MS));
    expect(decideTokenAction(bound!, afterLeaseMs)).toEqual({ action: 'reconnect', reason: 'refresh_lost' });
    expect(decideTokenAction(bearer!, afterLeaseMs)).not.toMatchObject({ action: 'reconnect' });
    expect(onRefreshOutcomeUnknown(bound!, NOW_MS)).toMatchObject({ reconnect_reason: 'refresh_lost' });
    expect(onRefreshOutcomeUnknown(bearer!, NOW_MS)).toMatchObject({ status: 'connected' });
  });

  it('keep their key when they are refreshed', () => {
    const renewed = renewedSecrets({ ...SECRETS, dpop_key: 'key-1' }, { accessToken: 'a-2', refreshToken: 'r-2' });
    expect(renewed).toMatchObject({ access_token: 'a-2', refresh_token: 'r-2', dpop_key: 'key-1' });
  });

  it('are no longer expected once the account is connected with bearer tokens', () => {
    const again = connectAgain(connected('{}'), 3600);
    expect(again).not.toHaveProperty('has_single_use_refresh');
  });
});
