import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { stageOrigin } from '../../identity/pipeline/stage-origin.ts';
import { type Account, toAccountView } from '../rules/account.ts';

/** Build the response view of an account, with its webhook URL at the host of the request. */
export function accountResponse(context: RequestContext, account: Account): Record<string, unknown> {
  const inboundUrl = `${stageOrigin(context)}/v1/inbound/${account.platform}/${account.id}`;
  return { ...toAccountView(account), inbound_url: account.inbound_since ? inboundUrl : null };
}
