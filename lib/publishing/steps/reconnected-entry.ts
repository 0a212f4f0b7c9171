import { loadAccountRemoval } from '../../accounts/store/account-removals.ts';
import { loadReconnectedAccounts } from '../../accounts/store/account-reservations.ts';
import type { Content } from '../../content/rules/content.ts';
import { withReconnectedAccounts } from '../../content/rules/schedule/reconnected-accounts.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { contentWrites } from '../../content/store/contents.ts';
import { tryCommit } from '../../core/table/commit.ts';

/**
 * Store an entry that was scheduled after its account was deleted with the present id of the account, when that is
 * connected again. Returns whether the entry has to be read again. One that was scheduled before ends with the account.
 */
export async function bindToReconnected(entry: ScheduleEntry, content: Content): Promise<boolean> {
  const { workspace_id, account_id } = entry;
  if (account_id === null || entry.state !== 'pending') return false;
  const removal = await loadAccountRemoval(workspace_id, account_id);
  if (!removal || entry.created_at <= removal.created_at) return false;
  const reconnected = await loadReconnectedAccounts(workspace_id, [account_id]);
  const presentId = reconnected.get(account_id);
  if (presentId === undefined) return false;
  const after = {
    content: withReconnectedAccounts(content, reconnected),
    entries: [{ ...entry, account_id: presentId }],
  };
  await tryCommit(contentWrites({ content, entries: [entry] }, after));
  return true;
}
