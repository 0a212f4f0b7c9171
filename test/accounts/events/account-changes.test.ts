import { describe, expect, it } from 'vitest';
import type { Account } from '../../../lib/accounts/rules/account.ts';
import { needsReconnect } from '../../../lib/accounts/rules/account-token-lifecycle.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';
import { NOW_MS } from '../../content/rules/items.ts';
import { connectedAccount } from '../rules/accounts.ts';

const AT = '2026-11-21T12:00:00.000Z';
const account = { ...connectedAccount('twitter', 7200), version: 1 };
const lost = { ...needsReconnect(account, 'refresh_refused', NOW_MS), version: 2 };

/** Return the events of a change of an account. */
function eventsOf(before: Account | null, after: Account | null) {
  return deriveEvents('Account', { before, after, changedAt: AT });
}

describe('account.connected', () => {
  it('is derived from a new account', () => {
    expect(eventsOf(null, account)).toMatchObject([
      { type: 'account.connected', dedupKey: `${account.id}/connected/1`, data: { status: 'connected' } },
    ]);
  });

  it('is derived from an account that needed a reconnect', () => {
    expect(eventsOf(lost, { ...account, version: 3 })).toMatchObject([
      { type: 'account.connected', dedupKey: `${account.id}/connected/3` },
    ]);
  });

  it('is not derived from another change of a connected account', () => {
    expect(eventsOf(account, { ...account, name: 'Another', version: 2 })).toEqual([]);
  });
});

describe('account.needs_reconnect', () => {
  it('is derived from the account that needs new credentials, with the reason', () => {
    expect(eventsOf(account, lost)).toMatchObject([
      {
        type: 'account.needs_reconnect',
        dedupKey: `${account.id}/needs_reconnect/2`,
        data: { status: 'needs_reconnect', reconnect_reason: 'refresh_refused' },
      },
    ]);
  });

  it('is not derived again while the account needs them', () => {
    expect(eventsOf(lost, { ...lost, name: 'Another', version: 3 })).toEqual([]);
  });
});

describe('account.disconnected', () => {
  it('is derived from the removal of an account, at the time of the removal', () => {
    expect(eventsOf(account, null)).toMatchObject([
      { type: 'account.disconnected', dedupKey: `${account.id}/disconnected`, timestamp: AT },
    ]);
  });
});

describe('an event about an account', () => {
  it('contains no credentials', () => {
    const events = [eventsOf(null, account), eventsOf(account, lost), eventsOf(account, null)].flat();
    expect(events.map(({ data }) => Object.keys(data).toSorted())).toEqual(
      events.map(() => [
        ...['account_id', 'handle', 'name', 'platform', 'reconnect_reason', 'sandbox', 'status', 'token_expires_at'],
      ]),
    );
  });
});
