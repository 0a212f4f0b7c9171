import { loadReconnectedAccounts } from '../../accounts/store/account-reservations.ts';
import type { Content } from '../rules/content.ts';
import { accountOf, type Destination } from '../rules/content-targets.ts';
import type { ReconnectedAccounts } from '../rules/schedule/reconnected-accounts.ts';

/** Load the present ids of the accounts of these destinations that were deleted and are connected again. */
export async function loadReconnectedOf(content: Content, destinations: Destination[]): Promise<ReconnectedAccounts> {
  const ids = destinations.flatMap((each) => accountOf(content, each) ?? []);
  return ids.length === 0 ? new Map() : loadReconnectedAccounts(content.workspace_id, ids);
}
