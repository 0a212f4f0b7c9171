import { describe, expect, it } from 'vitest';
import type { Account } from '../../../lib/accounts/rules/account.ts';
import {
  applyRefreshedToken,
  decideTokenAction,
  expireRejectedToken,
  finishRefresh,
  isTokenAlive,
  needsReconnect,
  onRefreshOutcomeUnknown,
  postponeRefresh,
  renewedSecrets,
  startRefresh,
} from '../../../lib/accounts/rules/account-token-lifecycle.ts';
import { LEASE_SECONDS } from '../../../lib/core/retry/lease.ts';
import { PLATFORMS, type Platform } from '../../../lib/platforms/platform.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { connectedAccount, SECRETS } from './accounts.ts';
import { connectAgain, verdict } from './reconnected-account.ts';

describe('two workers when a refresh is due', () => {
  const account = connectedAccount('twitter', 7200);
  const begun = startRefresh(account, 'rfr_1', NOW_MS + 6_300_000);

  it('both may refresh until one has stored its lease', () => {
    expect(verdict(account, 6300)).toEqual({ action: 'refresh' });
  });

  it.each(PLATFORMS)('the second one waits on %s until the lease of the first one expires', (platform) => {
    const due = startRefresh(connectedAccount(platform, 7200), 'rfr_1', NOW_MS + 6_300_000);
    expect(decideTokenAction(due, NOW_MS + (6300 + LEASE_SECONDS.tokenRefresh) * 1000 - 1)).toEqual({
      action: 'wait',
    });
  });

  it('the second one waits although the token is valid, because the refresh may revoke it', () => {
    expect(isTokenAlive(begun, NOW_MS + 6_300_000)).toBe(true);
    expect(verdict(begun, 6300)).toEqual({ action: 'wait' });
  });

  it('the second one uses the token that the first one stored', () => {
    const renewed = applyRefreshedToken(
      begun,
      { encrypted_secrets: 'encrypted-2', expiresInSeconds: 7200 },
      NOW_MS + 6_301_000,
    );
    expect(verdict(renewed, 6302)).toEqual({ action: 'use' });
  });
});

describe('a refresh after a worker crash', () => {
  const endsSeconds = 6300 + LEASE_SECONDS.tokenRefresh;

  function begun(platform: Platform): Account {
    return startRefresh(connectedAccount(platform, 7200), 'rfr_1', NOW_MS + 6_300_000);
  }

  it('is lost on X: the single-use refresh token may be spent', () => {
    expect(verdict(begun('twitter'), endsSeconds)).toEqual({ action: 'reconnect', reason: 'refresh_lost' });
  });

  it.each(['linkedin', 'instagram'] as const)('is started again on %s', (platform) => {
    expect(verdict(begun(platform), endsSeconds)).toEqual({ action: 'refresh' });
  });

  it('is found when its lease expires, because refresh_at is the end of the lease', () => {
    expect(begun('twitter').refresh_at).toBe(at(endsSeconds));
  });

  it('leaves a valid access token in use when it is lost', () => {
    const lost = needsReconnect(begun('twitter'), 'refresh_lost', NOW_MS + endsSeconds * 1000);
    expect(verdict(lost, endsSeconds)).toEqual({ action: 'use' });
    expect(verdict(lost, 7200)).toEqual({ action: 'reconnect', reason: 'refresh_lost' });
  });
});

describe('startRefresh', () => {
  it('stores the lease of the worker for one minute', () => {
    expect(startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS).refresh_lease).toEqual({
      id: 'rfr_1',
      expires_at: at(60),
    });
  });

  it('leaves the token unchanged until the refresh succeeds', () => {
    const account = connectedAccount('twitter', 7200);
    const { encrypted_secrets: encrypted, token_expires_at, status } = startRefresh(account, 'rfr_1', NOW_MS);
    expect([encrypted, token_expires_at, status]).toEqual(['encrypted-1', at(7200), 'connected']);
  });
});

describe('refreshed', () => {
  const begun = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS + 6_300_000);
  const after = applyRefreshedToken(
    begun,
    { encrypted_secrets: 'encrypted-2', expiresInSeconds: 7200 },
    NOW_MS + 6_301_000,
  );

  it('stores the new token and schedules its refresh before its expiry', () => {
    expect(after).toMatchObject({
      encrypted_secrets: 'encrypted-2',
      token_expires_at: at(6301 + 7200),
      refresh_at: at(6301 + 6300),
    });
  });

  it('clears the lease and stores the time of the refresh', () => {
    expect([after.refresh_lease, after.refreshed_at, after.updated_at]).toEqual([null, at(6301), at(6301)]);
  });

  it('changes no other field of the account', () => {
    const { id, external_id, is_refreshable, created_at } = after;
    expect([id, external_id, is_refreshable, created_at]).toEqual(['acc_1', '1000000001', true, at(0)]);
  });
});

describe('renewedSecrets', () => {
  it('are the new token pair, with the credentials of the same client', () => {
    expect(renewedSecrets(SECRETS, { accessToken: 'access-2', refreshToken: 'refresh-2' })).toEqual({
      access_token: 'access-2',
      refresh_token: 'refresh-2',
      client_id: 'client-1',
      client_secret: 'client-secret-1',
    });
  });

  it.each([null, ''])('keep the refresh token when the platform returns %j as a new one', (refreshToken) => {
    expect(renewedSecrets(SECRETS, { accessToken: 'access-2', refreshToken }).refresh_token).toBe('refresh-1');
  });
});

describe('postponeRefresh', () => {
  const begun = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS + 6_300_000);
  const after = postponeRefresh(begun, NOW_MS + 6_301_000);

  it('allows another refresh five minutes later, and the use of the token until then', () => {
    expect(after.refresh_lease).toBeNull();
    expect(decideTokenAction(after, NOW_MS + 6_601_000 - 1)).toEqual({ action: 'use' });
    expect(decideTokenAction(after, NOW_MS + 6_601_000)).toEqual({ action: 'refresh' });
  });

  it('changes neither the token nor the status', () => {
    const { encrypted_secrets: encrypted, token_expires_at, status } = after;
    expect([encrypted, token_expires_at, status]).toEqual(['encrypted-1', at(7200), 'connected']);
  });
});

describe('onRefreshOutcomeUnknown', () => {
  it('requires a reconnect on X, where the refresh token may be spent', () => {
    const begun = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS);
    const after = onRefreshOutcomeUnknown(begun, NOW_MS + 15_000);
    expect(after).toMatchObject({ status: 'needs_reconnect', reconnect_reason: 'refresh_lost' });
  });

  it.each(['linkedin', 'instagram'] as const)('retries on %s in five minutes', (platform) => {
    const begun = startRefresh(connectedAccount(platform, 7200), 'rfr_1', NOW_MS);
    const after = onRefreshOutcomeUnknown(begun, NOW_MS + 15_000);
    expect(after).toMatchObject({ status: 'connected', refresh_lease: null, refresh_at: at(315) });
  });
});

describe('finishRefresh', () => {
  const NEW = { outcome: 'refreshed', encrypted_secrets: 'encrypted-2', expiresInSeconds: 7200 } as const;
  const begin = (before: Account, from = before) => ({ before, started: startRefresh(from, 'rfr_1', NOW_MS) });
  const refresh = begin(connectedAccount('twitter', 7200));
  const LATER_MS = NOW_MS + 90_000;

  it('stores a new token after the account was declared lost, and keeps what has changed since', () => {
    const lost = { ...needsReconnect(refresh.started, 'refresh_lost', NOW_MS + 60_000), polling_paused_until: at(900) };
    expect(finishRefresh(lost, refresh, NEW, LATER_MS)).toMatchObject({
      status: 'connected',
      reconnect_reason: null,
      encrypted_secrets: 'encrypted-2',
      polling_paused_until: at(900),
    });
  });

  it('discards a token after the account was connected again or deleted', () => {
    expect(finishRefresh(connectAgain(refresh.started, 3600), refresh, NEW, LATER_MS)).toBeNull();
    expect(finishRefresh({ ...refresh.started, id: 'acc_9' }, refresh, NEW, LATER_MS)).toBeNull();
    expect(finishRefresh(null, refresh, NEW, LATER_MS)).toBeNull();
  });

  it.each(['rejected', 'retry', 'unknown'] as const)(
    'changes nothing by the outcome %s without the lease',
    (outcome) => {
      const taken = startRefresh(refresh.started, 'rfr_2', NOW_MS + 60_000);
      expect(finishRefresh(taken, refresh, { outcome }, LATER_MS)).toBeNull();
    },
  );

  it('keeps a token of Instagram that was rejected once and cannot be exchanged', () => {
    const before = connectedAccount('instagram', 7200);
    const first = begin(before, expireRejectedToken(before, NOW_MS));
    const after = finishRefresh(first.started, first, { outcome: 'rejected' }, LATER_MS);
    expect(after).toEqual({ ...before, token_rejected_at: at(0) });
    const second = begin(after!, expireRejectedToken(after!, NOW_MS));
    expect(finishRefresh(second.started, second, { outcome: 'rejected' }, LATER_MS)).toMatchObject({
      status: 'needs_reconnect',
      reconnect_reason: 'refresh_refused',
    });
  });

  it.each(['twitter', 'linkedin'] as const)('requires a reconnect when %s rejects the refresh token', (platform) => {
    const before = connectedAccount(platform, 7200);
    const begun = begin(before, expireRejectedToken(before, NOW_MS));
    const after = finishRefresh(begun.started, begun, { outcome: 'rejected' }, LATER_MS);
    expect(after?.reconnect_reason).toBe('refresh_refused');
  });
});
