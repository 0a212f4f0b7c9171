import { secretHash } from '../../core/crypto/bearer-secret.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { compressPage } from '../../core/http/compression.ts';
import { matchesEtag } from '../../core/http/entity-tag.ts';
import { notFoundError } from '../../core/problems/request-errors.ts';
import { assertWithinRateLimit, requestQuotaOf } from '../../identity/pipeline/rate-limit.ts';
import type { HandlerResult, RequestContext } from '../../identity/pipeline/request-context.ts';
import { findDashboardOrigin } from '../../identity/pipeline/stage-origin.ts';
import { addressPolicy } from '../../identity/rules/rate-limits.ts';
import type { CalendarFeed } from '../rules/calendar-feed.ts';
import { calendarFile } from '../rules/calendar-file.ts';
import { feedWindow } from '../rules/feed-window.ts';
import { calendarFeedPolicies } from '../rules/rate-limits.ts';
import { type LogHead, type LogHeadKey, loadByFeedToken } from '../store/calendar-feeds.ts';
import { loadPlannedPosts } from './planned-posts.ts';

const CACHED_SECONDS = 300;

/**
 * Build the response of the feed of a token. Before it reads anything, throws 429 for a source address or a feed over its
 * limits; throws 404 for a token without a feed, and for one whose creator may not read the items any more. Responds with
 * 304 to a client that has the present version, before any item is read.
 */
export async function feedResponse(
  context: RequestContext,
  token: string,
  logHeadKey: LogHeadKey,
): Promise<HandlerResult> {
  const { sourceAddress } = context;
  requestQuotaOf(context, [addressPolicy(sourceAddress), ...calendarFeedPolicies(sourceAddress, secretHash(token))]);
  await assertWithinRateLimit(context);
  const found = await loadByFeedToken(token, logHeadKey);
  if (!found?.creator?.permissions.includes('content:read')) throw notFoundError();
  const { feed, head } = found;
  const window = feedWindow(context.nowMs);
  const etag = versionOf(feed, head, window.from);
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': `private, max-age=${CACHED_SECONDS}`,
    etag,
    vary: 'accept-encoding',
  };
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = context.event.headers ?? {};
  if (matchesEtag(ifNoneMatch, etag)) return { status: 304, headers, body: '' };
  const posts = await loadPlannedPosts(feed, window);
  const body = calendarFile(feed.name, posts, findDashboardOrigin(context));
  return compressPage({ status: 200, headers, body }, acceptEncoding);
}

/**
 * Return the entity tag of a feed. Each change of what a feed shows has an entry in the audit log, and the window moves
 * with the day. The log follows the changes, so a feed is never older than its tag.
 */
function versionOf(feed: CalendarFeed, head: LogHead | null, day: string): string {
  const hash = sha256([feed.id, head?.number ?? 0, head?.hash ?? '', day].join('\n'));
  return `W/"${hash.slice(0, 32)}"`;
}
