import type { InboundAccount } from '../domain/inbound.ts';
import type { Write } from './commit.ts';
import { itemOf, keyOf } from './keys.ts';
import { load } from './read.ts';

/** The write that lets an account be found by its id alone. It goes with a write of the account, which has a version. */
export function inboundWrite(inbound: InboundAccount): Write {
  return { put: itemOf('InboundAccount', inbound), expect: 'any' };
}

/** The write that ends it, whether there is one or not. */
export function inboundRemoval(accountId: string): Write {
  return { remove: keyOf('InboundAccount', { account_id: accountId }), expect: 'any' };
}

/** The account with this id on this platform, if the platform may send webhooks for it; otherwise null. */
export async function loadInbound(
  accountId: string,
  platform: string | undefined,
): Promise<InboundAccount | null> {
  const inbound = await load<InboundAccount>(keyOf('InboundAccount', { account_id: accountId }));
  return inbound?.platform === platform ? inbound : null;
}
