import { describe, expect, it } from 'vitest';
import type { ContentState } from '../../../../lib/content/rules/content.ts';
import { cancelPending } from '../../../../lib/content/rules/schedule/cancellation.ts';
import { publishNow, retryFailed, schedule } from '../../../../lib/content/rules/schedule/scheduling.ts';
import { resolveUnconfirmed } from '../../../../lib/publishing/rules/resolve-unconfirmed.ts';
import { afterOutcomes, applyToEntry, at, draft, idsNamed, NOW_MS, scheduled, withOutcome } from '../items.ts';

describe('the unconfirmed_send of an earlier post', () => {
  /** An item that a caller resolved as failed on Twitter after an unknown outcome. */
  function resolvedAsFailed(): ContentState {
    return applyToEntry(
      withOutcome(scheduled('twitter'), 'twitter', 'unconfirmed'),
      'twitter',
      (content, entry) => resolveUnconfirmed(content, entry, { outcome: 'failed' }, NOW_MS)!,
    );
  }

  it.each<[string, (state: ContentState) => ContentState]>([
    ['scheduled again', ({ content }) => schedule(content, ['twitter'], at(60), idsNamed('b'), NOW_MS)],
    ['published now', (state) => publishNow(state, idsNamed('b'), NOW_MS)],
    ['retried', ({ content }) => retryFailed(content, idsNamed('b'), NOW_MS)],
  ])('is kept by the next entry when the item is %s', (_, again) => {
    expect(again(resolvedAsFailed()).entries).toMatchObject([
      { id: 'scd_b0', unconfirmed_send: { sent_at: at(3600), checks: 0 } },
    ]);
  });

  it('is kept across a cancelled entry', () => {
    const again = schedule(resolvedAsFailed().content, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    const cancelled = cancelPending(again, 'draft', NOW_MS);
    const third = schedule(cancelled.content, ['twitter'], at(60), idsNamed('c'), NOW_MS);
    expect(third.entries[0]?.unconfirmed_send).toMatchObject({ sent_at: at(3600), checks: 0 });
  });

  it('applies only to its own platform', () => {
    const { content } = afterOutcomes('unconfirmed', 'failed');
    expect(retryFailed(content, idsNamed('b'), NOW_MS).entries[0]?.unconfirmed_send).toBeNull();
  });
});

describe('the sends of an account whose outcome is unknown', () => {
  const account = { id: 'acc_a', platform: 'twitter' as const };
  const unconfirmed_send = { sent_at: at(0), checks: 4, sends: [{ key: 'k', sent_at: at(0), ended_at: at(1) }] };
  const again = ({ content }: ContentState, accounts: (typeof account)[], name: string) =>
    schedule({ ...content, accounts }, ['twitter'], at(3600), { ...idsNamed(name), defaultAccounts }, NOW_MS);
  const defaultAccounts = { twitter: account.id };

  it('stay known to its next entry, whether the item names it or means the default account', () => {
    const byDefault = cancelPending(again(draft('twitter'), [], 'a'), 'draft', NOW_MS);
    const named = again(byDefault, [account], 'b');
    const targets = { ...named.content.targets, acc_a: { ...named.content.targets.acc_a!, unconfirmed_send } };
    const sent = { ...named, content: { ...named.content, targets } };
    const cancelled = cancelPending(
      { ...sent, entries: sent.entries.map((entry) => ({ ...entry, unconfirmed_send })) },
      'draft',
      NOW_MS,
    );
    expect(again(cancelled, [], 'c').entries).toMatchObject([{ account_id: account.id, unconfirmed_send }]);
    expect(again(cancelled, [account], 'd').entries).toMatchObject([{ account_id: account.id, unconfirmed_send }]);
  });
});
