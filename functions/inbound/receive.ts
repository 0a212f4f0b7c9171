import { openInbound } from '../../lib/accounts/inbound-secrets.ts';
import { sentByPlatform } from '../../lib/domain/inbound.ts';
import { sortOut } from '../../lib/domain/ingestion.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { signedJson } from '../../lib/http/body.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { requestName } from '../../lib/http/idempotency.ts';
import { keepAll } from '../../lib/http/keep-engagements.ts';
import { READERS } from '../../lib/inbound/readers.ts';
import { isSigned } from '../../lib/inbound/signature.ts';
import { loadInbound } from '../../lib/table/inbound.ts';
import { loadPublishedPosts } from '../../lib/table/published-post.ts';

const AT_ONCE = 100;

/**
 * Takes a webhook of a platform. Nothing of it is read, and nothing is written, before its signature was found
 * right; what is not for us is answered 200 too, because platforms stop sending to who answers errors.
 */
export const handler = endpoint('inbound.receive', async ({ params, nowMs, call }) => {
  const account = await found('account', params.account, (id) => loadInbound(id, params.platform));
  const { platform, workspace_id: workspaceId } = account;
  const { secret } = await openInbound(account, nowMs);
  if (!isSigned(platform, secret, call.rawBody ?? Buffer.alloc(0), call.event.headers)) {
    throw new Refusal('invalid_signature', 'The body is not signed with the secret of this account.');
  }
  const told = READERS[platform](signedJson(call), account.external_id);
  const receipt = { workspaceId, nowMs, request: requestName(call), isOfPlatform: true as const };
  const counts = { accepted: 0, duplicate: 0, rejected: 0 };
  for (let start = 0; start < told.length; start += AT_ONCE) {
    const sent = told.slice(start, start + AT_ONCE).map((each) => sentByPlatform(each, platform, nowMs));
    const posts = await loadPublishedPosts(
      workspaceId,
      sent.flatMap(({ platform_post_id }) => (platform_post_id ? { platform, platform_post_id } : [])),
    );
    const elements = sent.map((each) => ({ sent: each }));
    for (const { status } of await keepAll(sortOut(elements, { contents: [], posts }, receipt), receipt)) {
      counts[status] += 1;
    }
  }
  const { accepted, duplicate, rejected } = counts;
  return { status: 200, body: { accepted, duplicate, ignored: rejected } };
});
