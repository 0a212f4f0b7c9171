import { type Account, toAccountView } from '../domain/accounts/account.ts';
import type { RequestContext } from '../http/request-context.ts';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** Build the response view of an account, with its webhook URL at the host of the request. */
export function accountResponse({ event }: RequestContext, account: Account): Record<string, unknown> {
  // The host comes from the gateway: a client can send any Host header.
  const host = event.requestContext.domainName;
  const origin = `${LOOPBACK_HOST.test(host) ? 'http' : 'https'}://${host}`;
  return {
    ...toAccountView(account),
    inbound_url: account.inbound_since ? `${origin}/v1/inbound/${account.platform}/${account.id}` : null,
  };
}
