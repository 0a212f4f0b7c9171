import { operation } from '../../lib/api/inbound/verify.ts';
import { decryptInboundSecrets } from '../../lib/connected-accounts/inbound-secrets.ts';
import { ApiError } from '../../lib/domain/api-error.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { answerChallenge, ChallengeError } from '../../lib/platforms/webhook-challenge.ts';
import { loadInboundAccount } from '../../lib/table/inbound-accounts.ts';

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
    throw error instanceof ChallengeError ? new ApiError(error.code, error.message) : error;
  }
});
