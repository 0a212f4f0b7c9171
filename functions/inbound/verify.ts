import { openInbound } from '../../lib/accounts/inbound-secrets.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { answerChallenge } from '../../lib/inbound/challenge.ts';
import { loadInbound } from '../../lib/table/inbound.ts';

// What Meta wants back is what anybody wrote into the query: no browser may take it for a page.
const AS_TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/** Shows a platform that this address is the account's, before it sends webhooks and again from time to time. */
export const handler = endpoint('inbound.verify', async ({ params, query, nowMs }) => {
  const account = await found('account', params.account, (id) => loadInbound(id, params.platform));
  const answer = answerChallenge(account.platform, query, await openInbound(account, nowMs));
  return { status: 200, body: answer, ...(typeof answer === 'string' ? { headers: AS_TEXT } : {}) };
});
