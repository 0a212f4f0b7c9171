import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../lib/accounts/rules/account.ts';
import { needsReconnect } from '../../../../lib/accounts/rules/account-token-lifecycle.ts';
import { type PublishLimit, publishLimit } from '../../../../lib/accounts/rules/publish-limit.ts';
import { CONTENT_STATUSES } from '../../../../lib/content/rules/content.ts';
import { cancelPending } from '../../../../lib/content/rules/schedule/cancellation.ts';
import {
  listUnsentTargets,
  listWarnings,
  type UnsentTarget,
} from '../../../../lib/content/rules/schedule/publish-warnings.ts';
import { schedule } from '../../../../lib/content/rules/schedule/scheduling.ts';
import { defaultSettings } from '../../../../lib/identity/rules/workspace-settings.ts';
import type { Platform } from '../../../../lib/platforms/platform.ts';
import { connectedAccount } from '../../../accounts/rules/accounts.ts';
import {
  afterOutcomes,
  at,
  draft,
  idsNamed,
  itemWithStatus,
  NOW_MS,
  type SimulatedOutcome,
  scheduled,
  withOutcome,
} from '../items.ts';

const { content } = draft('instagram', 'twitter');
const settings = defaultSettings('ws_1');

/** The codes of the warnings about one target, at NOW_MS. */
function codesFor(target: UnsentTarget, account: Account | null, limit: PublishLimit | null = null, item = content) {
  const defaults = account ? { [target.platform]: account.id } : {};
  const states = { settings, defaults, accounts: new Map(account ? [[account.id, { account, limit }]] : []) };
  return listWarnings(item, [target], states, NOW_MS).map(({ code }) => code);
}

const onX = (seconds: number | null): UnsentTarget => {
  return { platform: 'twitter', accountId: null, scheduledAt: seconds === null ? null : at(seconds) };
};

describe('listWarnings', () => {
  it('is empty when nothing prevents publishing', () => {
    expect(codesFor(onX(60), connectedAccount('twitter', 7200))).toEqual([]);
  });

  it('says why an item needs an approval: its workspace requires it, or an agent wrote it', () => {
    const detailOf = (item: typeof content, approval: 'required' | 'none') => {
      const states = { settings: { ...settings, approval }, defaults: {}, accounts: new Map() };
      return listWarnings(item, [onX(60)], states, NOW_MS).find(({ code }) => code === 'not_approved')?.detail;
    };
    const byAgent = { ...content, agents: [{ id: 'key_1', name: 'Planner', user_id: 'usr_1' }] };
    expect(detailOf(content, 'none')).toBeUndefined();
    expect(detailOf(content, 'required')).toBe(
      'The workspace requires approval, and the content item is not approved.',
    );
    expect(detailOf(byAgent, 'none')).toBe('An agent wrote the content item, and the content item is not approved.');
  });

  it('reports a platform without a known state as one without an account', () => {
    expect(listWarnings(content, [onX(60)], { settings, defaults: {}, accounts: new Map() }, NOW_MS)).toEqual([
      { code: 'account_missing', platform: 'twitter', account_id: null, detail: 'No X account is connected.' },
    ]);
  });

  it.each([
    ['without media', [], ['media_required']],
    ['with media', content.media, []],
  ])('reports what a platform requires of the content: Instagram %s', (_, media, expected) => {
    const account = connectedAccount('instagram', 86_400);
    const target: UnsentTarget = { platform: 'instagram', accountId: null, scheduledAt: at(60) };
    expect(codesFor(target, account, null, { ...content, media })).toEqual(expected);
  });

  it('contains neither a URL of the item nor anything of the credentials', () => {
    const account = needsReconnect(connectedAccount('twitter', 30), 'token_refused', NOW_MS);
    const limit = publishLimit(account, 900, null, NOW_MS);
    const states = {
      settings,
      defaults: { twitter: account.id },
      accounts: new Map([[account.id, { account, limit }]]),
    };
    const warnings = listWarnings(content, [onX(60)], states, NOW_MS);
    expect(warnings.map(({ code }) => code)).toEqual(['account_needs_reconnect', 'rate_limited']);
    expect(JSON.stringify(warnings)).not.toMatch(/https:|encrypted|access-1|refresh-1/);
  });
});

describe('a limit', () => {
  const account = connectedAccount('twitter', 86_400);
  const limit = publishLimit(account, 900, null, NOW_MS);

  it.each([
    [null, true],
    [-60, true],
    [0, true],
    [899, true],
    [900, false],
    [3600, false],
  ])('of 900 s concerns a post that is due in %s s: %s', (seconds, concerns) => {
    expect(codesFor(onX(seconds), account, limit)).toEqual(concerns ? ['rate_limited'] : []);
  });

  it('concerns only the account that reached it', () => {
    expect(codesFor(onX(60), { ...account, id: 'acc_2' }, limit)).toEqual([]);
    expect(codesFor(onX(60), null, limit)).toEqual(['account_missing']);
  });

  it('that has ended is no warning, though its item expires later', () => {
    expect(codesFor(onX(null), account, publishLimit(account, 900, null, NOW_MS - 900_000))).toEqual([]);
  });

  it.each([
    [86_400, 86_400],
    [10 * 365 * 86_400, 86_400],
    [Number.MAX_SAFE_INTEGER, 86_400],
  ])('that the platform states as %i s ends after %i s', (stated, seconds) => {
    expect(publishLimit(account, stated, at(15), NOW_MS)?.until).toBe(at(seconds));
  });

  it('whose end the platform does not state ends at the next attempt, and is unknown without one', () => {
    expect(publishLimit(account, null, at(15), NOW_MS)?.until).toBe(at(15));
    expect(publishLimit(account, null, null, NOW_MS)).toBeNull();
  });
});

describe('listUnsentTargets', () => {
  const unsent = (platform: Platform, scheduledAt: string | null) => ({ platform, accountId: null, scheduledAt });

  it('has every platform of a draft, without a time', () => {
    expect(listUnsentTargets(content)).toEqual([unsent('instagram', null), unsent('twitter', null)]);
  });

  it('has every platform of an item whose entries were cancelled and that is a draft again', () => {
    const idle = cancelPending(scheduled('twitter'), 'draft', NOW_MS);
    expect(listUnsentTargets(idle.content)).toEqual([unsent('twitter', null)]);
  });

  it('has the pending targets with their own times, in the order of the platforms', () => {
    const first = schedule(content, ['twitter'], at(60), idsNamed('a'), NOW_MS);
    const second = schedule(first.content, ['instagram'], at(120), idsNamed('b'), NOW_MS);
    expect(listUnsentTargets(second.content)).toEqual([unsent('instagram', at(120)), unsent('twitter', at(60))]);
  });

  it.each<SimulatedOutcome>(['claimed', 'sending', 'published', 'failed', 'unconfirmed', 'cancelled'])(
    'has only the pending target while the other one is %s',
    (outcome) => {
      expect(listUnsentTargets(afterOutcomes('pending', outcome).content)).toEqual([unsent('instagram', at(3600))]);
    },
  );

  it('has no platform of a scheduled item that has no entry', () => {
    const partly = schedule(content, ['twitter'], at(60), idsNamed('a'), NOW_MS);
    expect(listUnsentTargets(partly.content)).toEqual([unsent('twitter', at(60))]);
    expect(listUnsentTargets(withOutcome(partly, 'twitter', 'published').content)).toEqual([]);
  });

  it('is empty for an item in any final status', () => {
    const open = ['draft', 'pending_approval', 'changes_requested', 'approved', 'scheduled'];
    const statuses = CONTENT_STATUSES.filter((status) => listUnsentTargets(itemWithStatus(status).content).length > 0);
    expect(statuses).toEqual(open);
  });
});
