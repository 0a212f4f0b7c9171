import { asArray, asString, getPath } from '../../kit/http/json-response.ts';
import { parseBatch } from '../../kit/http/metrics.ts';
import type { Access, InboundEngagement, ReportedEngagements } from '../../kit/publisher.ts';
import { call, classify } from './request.ts';

const MAX_RESULTS = 100;
/** A thousand notifications between two polls. */
const MAX_PAGES = 10;

const OUT_OF_TIME = { response: null, sent: false, reason: 'too many slow pages' } as const;

const KINDS: Record<string, InboundEngagement['kind']> = { reply: 'comment', mention: 'mention' };

/**
 * Read the replies to an account's posts and the mentions of it since a time, newest first. Notifications are indexed in
 * the order of their time, so reading ends at the first older one. All pages together have the deadline of one request,
 * because the workspace has chosen the server.
 *
 * @throws MetricsUnavailableError when the server does not answer 200 in time.
 */
export async function fetchNotifications(
  sinceMs: number,
  ...[account, connection]: Access
): Promise<ReportedEngagements> {
  const endMs = Date.now() + connection.deadlineMs;
  const engagements: InboundEngagement[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const parameters = new URLSearchParams({ limit: String(MAX_RESULTS), ...(cursor ? { cursor } : {}) });
    for (const reason of Object.keys(KINDS)) parameters.append('reasons', reason);
    const deadlineMs = endMs - Date.now();
    const result =
      deadlineMs > 0
        ? await call('app.bsky.notification.listNotifications', parameters, account, { ...connection, deadlineMs })
        : OUT_OF_TIME;
    const json = parseBatch(result, (answer) => classify(answer, account));
    const notifications = asArray(getPath(json, 'notifications'));
    const recent = notifications.filter((each) => timeOf(each) >= sinceMs);
    engagements.push(...recent.flatMap((each) => toEngagement(each, account.externalId)));
    cursor = asString(getPath(json, 'cursor'));
    if (cursor === undefined || recent.length < notifications.length) return { engagements, isComplete: true };
  }
  return { engagements, isComplete: false };
}

function timeOf(notification: unknown): number {
  const timeMs = Date.parse(asString(getPath(notification, 'indexedAt')) ?? '');
  return Number.isNaN(timeMs) ? Number.NEGATIVE_INFINITY : timeMs;
}

/** Convert a notification. A reply belongs to the post that began the conversation, if the account wrote that one. */
function toEngagement(notification: unknown, did: string): InboundEngagement[] {
  const reason = asString(getPath(notification, 'reason')) ?? '';
  const kind = Object.hasOwn(KINDS, reason) ? KINDS[reason] : undefined;
  const external_id = asString(getPath(notification, 'uri'));
  if (kind === undefined || external_id === undefined || getPath(notification, 'author', 'did') === did) return [];
  const root = asString(getPath(notification, 'record', 'reply', 'root', 'uri'));
  const subject = asString(getPath(notification, 'reasonSubject')) ?? null;
  const commented = root?.startsWith(`at://${did}/`) ? root : subject;
  const post_id = kind === 'comment' ? commented : external_id;
  const actor = asString(getPath(notification, 'author', 'handle')) ?? null;
  const text = asString(getPath(notification, 'record', 'text')) ?? null;
  return [{ kind, post_id, actor, text, occurred_ms: timeOf(notification), external_id }];
}
