import { describe, expect, it } from 'vitest';
import { lacksApproval } from '../../../../lib/content/rules/approval/required-approval.ts';
import type { Content } from '../../../../lib/content/rules/content.ts';
import { withReconnectedAccounts } from '../../../../lib/content/rules/schedule/reconnected-accounts.ts';
import { schedule } from '../../../../lib/content/rules/schedule/scheduling.ts';
import { draft, idsNamed, NOW_MS, scheduled, withApproval } from '../items.ts';

const RECONNECTED = new Map([['acc_old', 'acc_new']]);
const NEEDS_APPROVAL = { approval: 'required', approval_method: 'session' } as const;

/** An item that names two accounts, of which one was deleted. */
function named(content: Content = draft('twitter', 'linkedin').content): Content {
  const accounts = [
    { id: 'acc_old', platform: 'twitter' as const },
    { id: 'acc_other', platform: 'linkedin' as const },
  ];
  return { ...content, accounts };
}

describe('withReconnectedAccounts', () => {
  it('names the account and its target by the present id, and leaves the others as they are', () => {
    const { content } = schedule(named(), ['twitter', 'linkedin'], '2027-03-01T10:00:00.000Z', idsNamed('a'), NOW_MS);
    const after = withReconnectedAccounts(content, RECONNECTED);
    expect(after.accounts.map(({ id }) => id)).toEqual(['acc_new', 'acc_other']);
    expect(Object.entries(after.targets).map(([key, { account_id }]) => [key, account_id])).toEqual([
      ['acc_new', 'acc_new'],
      ['acc_other', 'acc_other'],
    ]);
  });

  it('keeps the key of the target of a default account', () => {
    const { content } = scheduled('twitter');
    const bound = { ...content, targets: { twitter: { ...content.targets.twitter!, account_id: 'acc_old' } } };
    const after = withReconnectedAccounts(bound, RECONNECTED);
    expect(after.targets).toMatchObject({ twitter: { account_id: 'acc_new' } });
  });

  it('keeps an approval of the present content, and gives none to another one', () => {
    const approved = withApproval(named(), 'approved');
    expect(lacksApproval(withReconnectedAccounts(approved, RECONNECTED), NEEDS_APPROVAL)).toBe(false);
    const edited = { ...approved, title: 'Another title' };
    expect(lacksApproval(withReconnectedAccounts(edited, RECONNECTED), NEEDS_APPROVAL)).toBe(true);
  });

  it('returns the item itself when no account was connected again', () => {
    const content = named();
    expect(withReconnectedAccounts(content, new Map())).toBe(content);
  });
});
