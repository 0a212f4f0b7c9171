import type { Account } from '../../lib/accounts/rules/account.ts';
import type { MetricsSpending } from '../../lib/accounts/rules/metrics-budget.ts';
import { loadAccountRemoval } from '../../lib/accounts/store/account-removals.ts';
import { loadReservedAccountId } from '../../lib/accounts/store/account-reservations.ts';
import { listAccounts } from '../../lib/accounts/store/accounts.ts';
import { loadConnectFlow } from '../../lib/accounts/store/connect-flows.ts';
import { loadDefaultAccount } from '../../lib/accounts/store/default-accounts.ts';
import { loadInboundAccount } from '../../lib/accounts/store/inbound-accounts.ts';
import { loadMetricsSpending } from '../../lib/accounts/store/metrics-spending.ts';
import { loadApp, loadPlatformApps } from '../../lib/accounts/store/platform-apps.ts';
import { loadPublishingStates } from '../../lib/accounts/store/publish-limits.ts';
import { fromItem } from '../../lib/core/table/schema.ts';
import { NOW_MS, of, one, PAGE, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Account: async () => [(await listAccounts(workspaceId, PAGE)).records, of('Account').map(fromItem)],
  ConnectFlow: async () => [await loadConnectFlow(workspaceId, String(one('ConnectFlow').id)), one('ConnectFlow')],
  PlatformApp: async () => [await loadPlatformApps(), [one('PlatformApp')]],
  WorkspaceApp: async () => [await loadApp(workspaceId, 'twitter'), one('WorkspaceApp')],
  AccountReservation: async () => [await loadReservedAccountId(one<Account>('Account')), one<Account>('Account').id],
  DefaultAccount: async () => [await loadDefaultAccount(workspaceId, 'twitter'), one('DefaultAccount')],
  AccountRemoval: async () => [
    await loadAccountRemoval(workspaceId, String(one('AccountRemoval').account_id)),
    one('AccountRemoval'),
  ],
  PublishLimit: async () => {
    const account = one<Account>('Account');
    const states = await loadPublishingStates(workspaceId, { platforms: ['twitter', 'linkedin'], accountIds: [] });
    const expected = new Map([[account.id, { account, limit: one('PublishLimit') }]]);
    return [states, { settings: one('WorkspaceSettings'), defaults: { twitter: account.id }, accounts: expected }];
  },
  MetricsSpending: async () => {
    const spending = one<MetricsSpending>('MetricsSpending');
    const owner = { workspace_id: workspaceId, id: spending.account_id };
    return [await loadMetricsSpending(owner, NOW_MS), spending];
  },
  InboundAccount: async () => [
    await loadInboundAccount('acc_01KXFHWR000000000000000000', 'instagram'),
    one('InboundAccount'),
  ],
};
