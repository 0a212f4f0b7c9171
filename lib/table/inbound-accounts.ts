import type { InboundAccount } from '../domain/analytics/inbound-webhook.ts';
import type { Write } from './commit.ts';
import { load } from './read.ts';
import { keyOf, toItem } from './schema.ts';

/** The write that lets an account be found by its id alone. It goes with a write of the account, which has a version. */
export function inboundAccountWrite(inbound: InboundAccount): Write {
  return { put: toItem('InboundAccount', inbound), condition: 'any' };
}

/** The write that ends it, whether there is one or not. */
export function deleteInboundAccountWrite(accountId: string): Write {
  return { delete: keyOf('InboundAccount', { account_id: accountId }), condition: 'any' };
}

/** The account with this id on this platform, if the platform may send webhooks for it; otherwise null. */
export async function loadInboundAccount(
  accountId: string,
  platform: string | undefined,
): Promise<InboundAccount | null> {
  const inbound = await load<InboundAccount>(keyOf('InboundAccount', { account_id: accountId }));
  return inbound?.platform === platform ? inbound : null;
}
