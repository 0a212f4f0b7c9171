import { loadAccount } from '../../accounts/store/accounts.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { isId } from '../../core/values/id.ts';
import { loadLabel } from '../../labels/store/labels.ts';
import type { FeedScope } from '../rules/calendar-feed.ts';

/** Return the name of a feed that has none of its own. Throws 422 unless the account or the label of its scope exists. */
export async function defaultFeedName(
  { account: accountId, label: labelId }: FeedScope,
  workspace: { id: string; name: string },
): Promise<string> {
  if (accountId !== null) {
    const account = isId('account', accountId) ? await loadAccount(workspace.id, accountId) : null;
    if (!account) throw fieldError('/scope/account', 'unknown_account', 'Must be an account of the workspace.');
    return account.name;
  }
  if (labelId === null) return workspace.name;
  const label = isId('label', labelId) ? await loadLabel(workspace.id, labelId) : null;
  if (label?.kind !== 'label') throw fieldError('/scope/label', 'unknown_label', 'Must be a label of the workspace.');
  return label.name;
}
