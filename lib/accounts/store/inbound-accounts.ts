import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { inboundAccountEntity } from '../entities/accounts.ts';
import type { InboundAccount } from '../rules/inbound-account.ts';

/** Build the write that lets webhooks find an account by its id. The account in its transaction has the condition. */
export function inboundAccountWrite(inbound: InboundAccount): Write {
  return { put: toItem(inboundAccountEntity, inbound), condition: 'any' };
}

/** Build the write that deletes it, whether it exists or not. */
export function deleteInboundAccountWrite(accountId: string): Write {
  return { delete: keyOf(inboundAccountEntity, { account_id: accountId }), condition: 'any' };
}

/** Load the account with this id, or null when this platform may not send webhooks for it. */
export async function loadInboundAccount(accountId: string, platform: string | undefined) {
  const inbound = await load<InboundAccount>(keyOf(inboundAccountEntity, { account_id: accountId }));
  return inbound?.platform === platform ? inbound : null;
}
