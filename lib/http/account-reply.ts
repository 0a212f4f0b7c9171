import { type Account, accountData } from '../domain/account.ts';
import type { Call } from './call.ts';

const THIS_MACHINE = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** An account as it is answered: with the address its platform sends webhooks to, at the host that was asked. */
export function accountReply({ event }: Call, account: Account): Record<string, unknown> {
  // The gateway's word, and no header of the caller's.
  const host = event.requestContext.domainName;
  const origin = `${THIS_MACHINE.test(host) ? 'http' : 'https'}://${host}`;
  return {
    ...accountData(account),
    inbound_url: account.inbound_since ? `${origin}/v1/inbound/${account.platform}/${account.id}` : null,
  };
}
