import { openInbound } from '../../lib/accounts/inbound-secrets.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { signedJson } from '../../lib/http/body.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { requestName } from '../../lib/http/idempotency.ts';
import { keepTold } from '../../lib/http/keep-told.ts';
import { READERS } from '../../lib/inbound/readers.ts';
import { isSigned } from '../../lib/inbound/signature.ts';
import { loadInbound } from '../../lib/table/inbound.ts';

/**
 * Takes a webhook of a platform. Nothing of it is read, and nothing is written, before its signature was found
 * right; what is not for us is answered 200 too, because platforms stop sending to who answers errors.
 */
export const handler = endpoint('inbound.receive', async ({ params, nowMs, call }) => {
  const account = await found('account', params.account, (id) => loadInbound(id, params.platform));
  const { platform, external_id } = account;
  const { secret } = await openInbound(account, nowMs);
  if (!isSigned(platform, secret, call.rawBody ?? Buffer.alloc(0), call.event.headers)) {
    throw new Refusal('invalid_signature', 'The body is not signed with the secret of this account.');
  }
  const told = READERS[platform](signedJson(call), external_id);
  const counts = await keepTold(told, account, { nowMs, request: requestName(call) });
  const { accepted, duplicate, rejected } = counts;
  return { status: 200, body: { accepted, duplicate, ignored: rejected } };
});
