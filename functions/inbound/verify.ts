import { decryptInboundSecrets } from '../../lib/accounts/credentials/inbound-secrets.ts';
import { loadInboundAccount } from '../../lib/accounts/store/inbound-accounts.ts';
import { operation } from '../../lib/analytics/api/inbound/verify.ts';
import { verificationRefused } from '../../lib/analytics/problems.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { invalidQuery } from '../../lib/core/problems/problems.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { answerChallenge, ChallengeError } from '../../lib/platforms/webhook-challenge.ts';

// The challenge is arbitrary text from the query: browsers must not render it as HTML.
const AS_TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/** Prove to a platform that this URL belongs to the account. */
export const handler = defineEndpoint(operation, async ({ params, query, nowMs }) => {
  const account = await loadOr404('account', params.account, (id) => loadInboundAccount(id, params.platform));
  const secrets = await decryptInboundSecrets(account, nowMs);
  try {
    const body = answerChallenge(account.platform, query, secrets);
    return { status: 200, body, ...(typeof body === 'string' ? { headers: AS_TEXT } : {}) };
  } catch (error) {
    if (!(error instanceof ChallengeError)) throw error;
    throw (error.code === 'invalid_query' ? invalidQuery : verificationRefused)(error.message);
  }
});
