import { secretHash } from '../../core/crypto/bearer-secret.ts';
import { compressPage } from '../../core/http/compression.ts';
import { assertWithinRateLimit, requestQuotaOf } from '../../identity/pipeline/rate-limit.ts';
import type { HandlerResult, RequestContext } from '../../identity/pipeline/request-context.ts';
import { addressPolicy } from '../../identity/rules/rate-limits.ts';
import { reviewLinkPolicy } from '../rules/rate-limits.ts';

/**
 * Run a request of the review page, and compress its page. Before it reads anything, throws 429 for a source address or a
 * link over its limit: everybody can pass a link on.
 */
export async function withinReviewLimits(
  context: RequestContext,
  token: string,
  run: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
  requestQuotaOf(context, [addressPolicy(context.sourceAddress), reviewLinkPolicy(secretHash(token))]);
  await assertWithinRateLimit(context);
  return compressPage(await run(), context.event.headers?.['accept-encoding']);
}
