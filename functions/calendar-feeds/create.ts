import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { operation } from '../../lib/feeds/api/calendar-feeds/create.ts';
import { newCalendarFeed, toCalendarFeedView } from '../../lib/feeds/rules/calendar-feed.ts';
import { formatFeedToken } from '../../lib/feeds/rules/feed-token.ts';
import { defaultFeedName } from '../../lib/feeds/steps/feed-scope.ts';
import { calendarFeedUrl } from '../../lib/feeds/steps/feed-url.ts';
import { newCalendarFeedWrites } from '../../lib/feeds/store/calendar-feeds.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';

/** Create a calendar feed. Its token is returned only once. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId, context }) => {
  // The feed shows the items to everybody who has its URL, also to the caller.
  assertAnyPermission(caller, ['content:read']);
  await assertMayAddAccess(caller, nowMs);
  const { account = null, label = null } = body.scope ?? {};
  const scope = { account, label };
  const defaultName = await defaultFeedName(scope, caller.workspace);
  const key = { id: newId('calendarFeed'), workspace_id: caller.workspace.id, created_by: caller.userId };
  const token = formatFeedToken(key, newBearerSecret());
  const feed = newCalendarFeed(
    { name: body.name ?? defaultName, scope },
    { ...key, token_hash: secretHash(token) },
    nowMs,
  );
  return {
    status: 201,
    body: { ...toCalendarFeedView(feed), url: calendarFeedUrl(context, token) },
    writes: newCalendarFeedWrites(feed),
  };
});
