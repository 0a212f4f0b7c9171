import { decryptInboundSecrets } from '../../lib/accounts/credentials/inbound-secrets.ts';
import { loadInboundAccount } from '../../lib/accounts/store/inbound-accounts.ts';
import { WEBHOOK_PARSERS } from '../../lib/adapters/adapters.ts';
import { verifySignature } from '../../lib/adapters/kit/webhooks/webhook-signature.ts';
import { operation } from '../../lib/analytics/api/inbound/receive.ts';
import { ingestFromPlatform } from '../../lib/analytics/steps/ingest-platform-engagements.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { ApiError } from '../../lib/core/problems/api-error.ts';
import { verifiedJson } from '../../lib/identity/pipeline/body.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { idempotentRequestId } from '../../lib/identity/pipeline/idempotency.ts';

/**
 * Receive a webhook of a platform and ingest its engagements. Nothing is parsed or written before the signature is
 * verified. Irrelevant events also get a 200, because platforms stop sending to a receiver that returns errors.
 */
export const handler = defineEndpoint(operation, async ({ params, nowMs, context }) => {
  const account = await loadOr404('account', params.account, (id) => loadInboundAccount(id, params.platform));
  const { platform, external_id } = account;
  const { secret } = await decryptInboundSecrets(account, nowMs);
  if (!verifySignature(platform, secret, context.rawBody ?? Buffer.alloc(0), context.event.headers)) {
    throw new ApiError('invalid_signature', 'The signature does not match the secret of this account.');
  }
  const engagements = WEBHOOK_PARSERS[platform]?.(verifiedJson(context), external_id) ?? [];
  const request = idempotentRequestId(context);
  const counts = await ingestFromPlatform(engagements, account, { nowMs, request });
  const { accepted, duplicate, rejected } = counts;
  return { status: 200, body: { accepted, duplicate, ignored: rejected } };
});
