import { describe, expect, it } from 'vitest';
import type { Account, ReconnectReason } from '../../../lib/domain/accounts/account.ts';
import { RECONNECT_REASONS } from '../../../lib/domain/accounts/account.ts';
import {
  applyRefreshedToken,
  connectAccount,
  decideTokenAction,
  isRefreshable,
  isTokenAlive,
  needsReconnect,
  onRefreshOutcomeUnknown,
  postponeRefresh,
  REFRESH_LEASE_SECONDS,
  renewedSecrets,
  startRefresh,
} from '../../../lib/domain/accounts/account-token-lifecycle.ts';
import { PLATFORMS, type Platform } from '../../../lib/domain/platform.ts';
import { at, NOW_MS } from '../content/items.ts';
import { ACCOUNT_OWNER, connectedAccount, SECRETS } from './accounts.ts';

const DAY_SECONDS = 86_400;

/** What is to be done about the token `seconds` after the tests' now. */
function verdict(account: Account, seconds: number) {
  return decideTokenAction(account, NOW_MS + seconds * 1000);
}

function connectAgain(before: Account, expiresInSeconds: number | null): Account {
  const owner = { ...ACCOUNT_OWNER, id: 'acc_2', platform: before.platform };
  const secrets = { ...SECRETS, access_token: 'access-2', refresh_token: null };
  const connection = {
    external_id: '2',
    secrets,
    expires_in_seconds: expiresInSeconds,
    encrypted_secrets: 'sealed-2',
  };
  return connectAccount(before, owner, connection, NOW_MS + 50_000);
}

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
  it('makes an account that is connected and is not being refreshed', () => {
    expect(connectedAccount('twitter', 7200)).toMatchObject({
      id: 'acc_1',
      workspace_id: 'ws_1',
      platform: 'twitter',
      status: 'connected',
      reconnect_reason: null,
      refresh_lease: null,
      refreshed_at: null,
      encrypted_secrets: 'sealed-1',
      created_at: at(0),
      updated_at: at(0),
    });
  });

  it('keeps nothing of the secrets beside what is sealed', () => {
    expect(JSON.stringify(connectedAccount('twitter', 7200))).not.toMatch(/access-1|refresh-1|client/);
  });

  it('keeps the id and the beginning of an account that is connected again', () => {
    const before = { ...connectedAccount('twitter', 7200), version: 7 };
    expect(connectAgain(before, 3600)).toMatchObject({
      id: 'acc_1',
      created_at: at(0),
      updated_at: at(50),
      version: 7,
      encrypted_secrets: 'sealed-2',
      is_refreshable: false,
    });
  });

  it('heals an account that needed a person', () => {
    const before = needsReconnect(connectedAccount('twitter', 7200), 'token_refused', NOW_MS);
    const after = connectAgain(before, 3600);
    expect([after.status, after.reconnect_reason]).toEqual(['connected', null]);
    expect(verdict(after, 51)).toEqual({ action: 'use' });
  });

  it('forgets a refresh of the earlier token', () => {
    const before = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS);
    expect(connectAgain(before, 3600).refresh_lease).toBeNull();
  });
});

describe('the time of a refresh', () => {
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
  ])('on %s of a token that lives %s is ahead of its end, at half of its life at the earliest', (...row) => {
    const [platform, , expiresIn, refreshIn] = row;
    const account = connectedAccount(platform, expiresIn);
    expect([account.token_expires_at, account.refresh_at]).toEqual([at(expiresIn), at(refreshIn)]);
  });

  it.each(PLATFORMS)('on %s of a token whose end nobody said is never', (platform) => {
    const account = connectedAccount(platform, null);
    expect([account.token_expires_at, account.refresh_at]).toEqual([null, null]);
    expect(verdict(account, 400 * DAY_SECONDS)).toEqual({ action: 'use' });
  });
});

describe('isTokenAlive', () => {
  it('leaves a minute for the post that is sent with the token', () => {
    const account = connectedAccount('twitter', 7200);
    expect(isTokenAlive(account, NOW_MS + 7_140_000 - 1)).toBe(true);
    expect(isTokenAlive(account, NOW_MS + 7_140_000)).toBe(false);
  });

  it('is so of a token whose end nobody said', () => {
    expect(isTokenAlive(connectedAccount('twitter', null), NOW_MS + 1e12)).toBe(true);
  });

  it('is not so where there is no token to be read', () => {
    expect(isTokenAlive({ ...connectedAccount('twitter', null), encrypted_secrets: null }, NOW_MS)).toBe(
      false,
    );
  });
});

describe('decideTokenAction on a connected account', () => {
  it('uses the token until it is due, and refreshes it from that millisecond on', () => {
    const account = connectedAccount('twitter', 7200);
    expect(decideTokenAction(account, NOW_MS + 6_300_000 - 1)).toEqual({ action: 'use' });
    expect(decideTokenAction(account, NOW_MS + 6_300_000)).toEqual({ action: 'refresh' });
  });

  it.each(PLATFORMS)('refreshes a token of %s that has ended', (platform) => {
    expect(verdict(connectedAccount(platform, 7200), 9000)).toEqual({ action: 'refresh' });
  });

  it('calls for a person while a token lives that ends soon and cannot be refreshed', () => {
    const account = connectedAccount('linkedin', 60 * DAY_SECONDS, null);
    expect(verdict(account, 53 * DAY_SECONDS - 1)).toEqual({ action: 'use' });
    expect(verdict(account, 53 * DAY_SECONDS)).toEqual({ action: 'reconnect', reason: 'token_expires' });
  });

  it('calls for a person when a token has ended that cannot be refreshed', () => {
    const account = connectedAccount('linkedin', 3600, null);
    expect(verdict(account, 3600)).toEqual({ action: 'reconnect', reason: 'token_refused' });
  });

  it('calls for a person where there is no token to be read', () => {
    const account = { ...connectedAccount('twitter', 7200), encrypted_secrets: null };
    expect(verdict(account, 0)).toEqual({ action: 'reconnect', reason: 'unreadable' });
  });
});

describe('of two workers that come when a token is due', () => {
  const account = connectedAccount('twitter', 7200);
  const begun = startRefresh(account, 'rfr_1', NOW_MS + 6_300_000);

  it('each may refresh until one has written that it does', () => {
    expect(verdict(account, 6300)).toEqual({ action: 'refresh' });
  });

  it.each(PLATFORMS)('the second one waits on %s as long as the first one may live', (platform) => {
    const due = startRefresh(connectedAccount(platform, 7200), 'rfr_1', NOW_MS + 6_300_000);
    expect(decideTokenAction(due, NOW_MS + (6300 + REFRESH_LEASE_SECONDS) * 1000 - 1)).toEqual({
      action: 'wait',
    });
  });

  it('the second one waits though the token still lives, because the new one may end it', () => {
    expect(isTokenAlive(begun, NOW_MS + 6_300_000)).toBe(true);
    expect(verdict(begun, 6300)).toEqual({ action: 'wait' });
  });

  it('the second one uses what the first one wrote', () => {
    const renewed = applyRefreshedToken(
      begun,
      { encrypted_secrets: 'sealed-2', expiresInSeconds: 7200 },
      NOW_MS + 6_301_000,
    );
    expect(verdict(renewed, 6302)).toEqual({ action: 'use' });
  });
});

describe('a refresh whose worker died', () => {
  const endsSeconds = 6300 + REFRESH_LEASE_SECONDS;

  function begun(platform: Platform): Account {
    return startRefresh(connectedAccount(platform, 7200), 'rfr_1', NOW_MS + 6_300_000);
  }

  it('is lost on X: its refresh token works once, and may have been spent', () => {
    expect(verdict(begun('twitter'), endsSeconds)).toEqual({ action: 'reconnect', reason: 'refresh_lost' });
  });

  it.each(['linkedin', 'instagram'] as const)('is begun again on %s', (platform) => {
    expect(verdict(begun(platform), endsSeconds)).toEqual({ action: 'refresh' });
  });

  it('is found when its lease ends, because the account is due then', () => {
    expect(begun('twitter').refresh_at).toBe(at(endsSeconds));
  });

  it('that is lost leaves the access token in use while that lives', () => {
    const lost = needsReconnect(begun('twitter'), 'refresh_lost', NOW_MS + endsSeconds * 1000);
    expect(verdict(lost, endsSeconds)).toEqual({ action: 'use' });
    expect(verdict(lost, 7200)).toEqual({ action: 'reconnect', reason: 'refresh_lost' });
  });
});

describe('startRefresh', () => {
  it('names the worker, and gives it a minute', () => {
    expect(startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS).refresh_lease).toEqual({
      id: 'rfr_1',
      expires_at: at(60),
    });
  });

  it('leaves the token as it is until there is another one', () => {
    const account = connectedAccount('twitter', 7200);
    const { encrypted_secrets: sealed, token_expires_at, status } = startRefresh(account, 'rfr_1', NOW_MS);
    expect([sealed, token_expires_at, status]).toEqual(['sealed-1', at(7200), 'connected']);
  });
});

describe('refreshed', () => {
  const begun = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS + 6_300_000);
  const after = applyRefreshedToken(
    begun,
    { encrypted_secrets: 'sealed-2', expiresInSeconds: 7200 },
    NOW_MS + 6_301_000,
  );

  it('has the new token, and is refreshed again ahead of its end', () => {
    expect(after).toMatchObject({
      encrypted_secrets: 'sealed-2',
      token_expires_at: at(6301 + 7200),
      refresh_at: at(6301 + 6300),
    });
  });

  it('ends the refresh, and says when it was', () => {
    expect([after.refresh_lease, after.refreshed_at, after.updated_at]).toEqual([null, at(6301), at(6301)]);
  });

  it('keeps what the account is', () => {
    const { id, external_id, is_refreshable, created_at } = after;
    expect([id, external_id, is_refreshable, created_at]).toEqual(['acc_1', '1000000001', true, at(0)]);
  });
});

describe('renewedSecrets', () => {
  it('are the new pair, with the client they belong to', () => {
    expect(renewedSecrets(SECRETS, { accessToken: 'access-2', refreshToken: 'refresh-2' })).toEqual({
      access_token: 'access-2',
      refresh_token: 'refresh-2',
      client_id: 'client-1',
      client_secret: 'client-secret-1',
    });
  });

  it.each([null, ''])('keep the refresh token when the platform gives %j as a new one', (refreshToken) => {
    expect(renewedSecrets(SECRETS, { accessToken: 'access-2', refreshToken }).refresh_token).toBe(
      'refresh-1',
    );
  });
});

describe('postponeRefresh', () => {
  const begun = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS + 6_300_000);
  const after = postponeRefresh(begun, NOW_MS + 6_301_000);

  it('lets anybody try again five minutes later, and the token be used until then', () => {
    expect(after.refresh_lease).toBeNull();
    expect(decideTokenAction(after, NOW_MS + 6_601_000 - 1)).toEqual({ action: 'use' });
    expect(decideTokenAction(after, NOW_MS + 6_601_000)).toEqual({ action: 'refresh' });
  });

  it('changes neither the token nor the status', () => {
    const { encrypted_secrets: sealed, token_expires_at, status } = after;
    expect([sealed, token_expires_at, status]).toEqual(['sealed-1', at(7200), 'connected']);
  });
});

describe('onRefreshOutcomeUnknown', () => {
  it('calls for a person on X, where the refresh token may be spent', () => {
    const begun = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS);
    const after = onRefreshOutcomeUnknown(begun, NOW_MS + 15_000);
    expect(after).toMatchObject({ status: 'needs_reconnect', reconnect_reason: 'refresh_lost' });
  });

  it.each(['linkedin', 'instagram'] as const)('tries again on %s in five minutes', (platform) => {
    const begun = startRefresh(connectedAccount(platform, 7200), 'rfr_1', NOW_MS);
    const after = onRefreshOutcomeUnknown(begun, NOW_MS + 15_000);
    expect(after).toMatchObject({ status: 'connected', refresh_lease: null, refresh_at: at(315) });
  });
});

describe('needsReconnect', () => {
  const begun = startRefresh(connectedAccount('twitter', 7200), 'rfr_1', NOW_MS);

  it.each(RECONNECT_REASONS)('for %s says why and since when, and is not looked after any more', (reason) => {
    expect(needsReconnect(begun, reason, NOW_MS + 1000)).toMatchObject({
      status: 'needs_reconnect',
      reconnect_reason: reason,
      refresh_lease: null,
      refresh_at: null,
      updated_at: at(1),
    });
  });

  it.each<ReconnectReason>(['token_expires', 'refresh_refused', 'refresh_lost'])(
    'for %s keeps a living token in use until it ends',
    (reason) => {
      const account = needsReconnect(begun, reason, NOW_MS + 1000);
      expect(decideTokenAction(account, NOW_MS + 7_140_000 - 1)).toEqual({ action: 'use' });
      expect(decideTokenAction(account, NOW_MS + 7_140_000)).toEqual({ action: 'reconnect', reason });
    },
  );

  it.each<ReconnectReason>(['token_refused', 'unreadable'])(
    'for %s takes the token out of use at once, however long it would live',
    (reason) => {
      for (const account of [begun, connectedAccount('twitter', null)]) {
        const after = needsReconnect(account, reason, NOW_MS + 1000);
        expect(decideTokenAction(after, NOW_MS + 1000)).toEqual({ action: 'reconnect', reason });
      }
    },
  );

  it('keeps a token in use whose end nobody said, when it is only its refresh that is lost', () => {
    const account = needsReconnect(connectedAccount('twitter', null), 'refresh_lost', NOW_MS);
    expect(verdict(account, 400 * DAY_SECONDS)).toEqual({ action: 'use' });
  });

  it('stays so, whatever becomes due: only a person ends it', () => {
    const account = needsReconnect(begun, 'refresh_refused', NOW_MS);
    expect(verdict(account, 400 * DAY_SECONDS)).toEqual({ action: 'reconnect', reason: 'refresh_refused' });
  });
});
