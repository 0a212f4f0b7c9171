import { decryptInboundSecrets } from '../../lib/accounts/credentials/inbound-secrets.ts';
import { loadInboundAccount } from '../../lib/accounts/store/inbound-accounts.ts';
import { operation } from '../../lib/analytics/api/inbound/receive.ts';
import { invalidSignature } from '../../lib/analytics/problems.ts';
import { ingestWebhook } from '../../lib/analytics/steps/ingest-platform-engagements.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { verifiedJson } from '../../lib/identity/pipeline/body.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { idempotentRequestId } from '../../lib/identity/pipeline/idempotency.ts';
import { WEBHOOK_PARSERS } from '../../lib/platforms/adapters.ts';
import { verifySignature } from '../../lib/platforms/webhook-signature.ts';

/**
 * Receive a webhook of a platform and ingest its engagements. Nothing is parsed or written before the signature is
 * verified. What exceeds a hundred is recorded after the request. Irrelevant events also get a 200, because platforms stop sending to a receiver that returns errors.
 */
export const handler = defineEndpoint(operation, async ({ params, nowMs, context }) => {
  const account = await loadOr404('account', params.account, (id) => loadInboundAccount(id, params.platform));
  const { platform, external_id } = account;
  const { secret } = await decryptInboundSecrets(account, nowMs);
  if (!verifySignature(platform, secret, context.rawBody ?? Buffer.alloc(0), context.event.headers)) {
    throw invalidSignature('The signature does not match the secret of this account.');
  }
  const engagements = WEBHOOK_PARSERS[platform]?.(verifiedJson(context), external_id) ?? [];
  const { workspace_id, account_id } = account;
  const webhook_hash = sha256(`${account_id}\n${context.rawBody}`);
  const received = { webhook_hash, request: idempotentRequestId(context), received_at: formatInstant(nowMs) };
  const webhook = { workspace_id, account_id, platform, ...received };
  const { accepted, duplicate, rejected, queued, writes } = await ingestWebhook(engagements, webhook, nowMs);
  return { status: 200, body: { accepted, duplicate, ignored: rejected, queued }, writes };
});
