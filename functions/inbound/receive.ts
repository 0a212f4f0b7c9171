import { operation } from '../../lib/api/inbound/receive.ts';
import { decryptInboundSecrets } from '../../lib/connected-accounts/inbound-secrets.ts';
import { ApiError } from '../../lib/domain/api-error.ts';
import { verifiedJson } from '../../lib/http/body.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { idempotentRequestId } from '../../lib/http/idempotency.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { WEBHOOK_PARSERS } from '../../lib/platforms/adapters.ts';
import { verifySignature } from '../../lib/platforms/webhook-signature.ts';
import { loadInboundAccount } from '../../lib/table/inbound-accounts.ts';
import { ingestFromPlatform } from '../../lib/use-cases/ingest-platform-engagements.ts';

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
