import { decryptInboundSecrets } from '../../lib/connected-accounts/inbound-secrets.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { answerChallenge } from '../../lib/platforms/webhook-challenge.ts';
import { loadInboundAccount } from '../../lib/table/inbound-accounts.ts';

// What Meta wants back is what anybody wrote into the query: no browser may take it for a page.
const AS_TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/** Shows a platform that this address is the account's, before it sends webhooks and again from time to time. */
export const handler = defineEndpoint('inbound.verify', async ({ params, query, nowMs }) => {
  const account = await loadOr404('account', params.account, (id) => loadInboundAccount(id, params.platform));
  const answer = answerChallenge(account.platform, query, await decryptInboundSecrets(account, nowMs));
  return { status: 200, body: answer, ...(typeof answer === 'string' ? { headers: AS_TEXT } : {}) };
});
