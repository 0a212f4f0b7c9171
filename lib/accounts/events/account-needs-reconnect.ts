import type { EventModule } from '../../core/events/event-module.ts';
import { accountEntity } from '../entities/accounts.ts';
import type { Account } from '../rules/account.ts';
import { SAMPLE_ACCOUNT_DATA, toAccountData } from './account-data.ts';
import type { AccountParts } from './schema-parts.ts';

/** `account.needs_reconnect`. */
export const accountNeedsReconnect = {
  description:
    'An account needs new credentials from its owner. `data` is the account, with the reason in `reconnect_reason`. Posts of the account are published until `token_expires_at`.',
  schema: ({ z, AccountData }) => AccountData.check(z.describe('The account, with the reason in `reconnect_reason`.')),
  sample: { ...SAMPLE_ACCOUNT_DATA, status: 'needs_reconnect', reconnect_reason: 'token_expires' },
  permission: 'analytics:read',
  source: accountEntity,
  on: 'write',
  derive: (before, after) => {
    if (after.status !== 'needs_reconnect' || before?.status === 'needs_reconnect') return [];
    const dedupKey = `${after.id}/needs_reconnect/${after.version}`;
    return [{ dedupKey, timestamp: after.updated_at, data: toAccountData(after) }];
  },
} satisfies EventModule<Account, AccountParts>;
