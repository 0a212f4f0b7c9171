import type { EventModule } from '../../core/events/event-module.ts';
import { accountEntity } from '../entities/accounts.ts';
import type { Account } from '../rules/account.ts';
import { SAMPLE_ACCOUNT_DATA, toAccountData } from './account-data.ts';
import type { AccountParts } from './schema-parts.ts';

/** `account.connected`. */
export const accountConnected = {
  description:
    'An account was connected, or an account that needed a reconnect works again. `data` is the account, without its credentials.',
  schema: ({ z, AccountData }) => AccountData.check(z.describe('The account.')),
  sample: SAMPLE_ACCOUNT_DATA,
  permission: 'analytics:read',
  source: accountEntity,
  on: 'write',
  derive: (before, after) => {
    if (after.status !== 'connected' || before?.status === 'connected') return [];
    // An account may be connected again; its version tells the transitions apart.
    const dedupKey = `${after.id}/connected/${after.version}`;
    return [{ dedupKey, timestamp: after.updated_at, data: toAccountData(after) }];
  },
} satisfies EventModule<Account, AccountParts>;
