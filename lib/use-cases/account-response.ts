import { type Account, toAccountView } from '../domain/accounts/account.ts';
import type { RequestContext } from '../http/request-context.ts';

const THIS_MACHINE = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** An account as it is answered: with the address its platform sends webhooks to, at the host that was asked. */
export function accountResponse({ event }: RequestContext, account: Account): Record<string, unknown> {
  // The gateway's word, and no header of the caller's.
  const host = event.requestContext.domainName;
  const origin = `${THIS_MACHINE.test(host) ? 'http' : 'https'}://${host}`;
  return {
    ...toAccountView(account),
    inbound_url: account.inbound_since ? `${origin}/v1/inbound/${account.platform}/${account.id}` : null,
  };
}
