import type { EventModule } from '../../core/events/event-module.ts';
import { accountEntity } from '../entities/accounts.ts';
import type { Account } from '../rules/account.ts';
import { SAMPLE_ACCOUNT_DATA, toAccountData } from './account-data.ts';
import type { AccountParts } from './schema-parts.ts';

/** `account.disconnected`. */
export const accountDisconnected = {
  description:
    'An account was disconnected. `data` is the account as it was. Its pending entries are cancelled, each with a `content.cancelled` event.',
  schema: ({ z, AccountData }) => AccountData.check(z.describe('The account as it was.')),
  sample: SAMPLE_ACCOUNT_DATA,
  permission: 'analytics:read',
  source: accountEntity,
  on: 'removal',
  derive: (before, removedAt) => {
    // Records from before the credentials were encrypted have no id: they were never accounts of the API.
    if (before.id === undefined) return [];
    return [{ dedupKey: `${before.id}/disconnected`, timestamp: removedAt, data: toAccountData(before) }];
  },
} satisfies EventModule<Account, AccountParts>;
