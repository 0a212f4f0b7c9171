import { operation } from '../../lib/api/content/create.ts';
import { destinationsOf } from '../../lib/domain/content/content-targets.ts';
import { newContent } from '../../lib/domain/content/content-update.ts';
import { assertPublishable } from '../../lib/domain/content/content-validation.ts';
import { parseScheduledAt, schedule } from '../../lib/domain/content/scheduling.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { contentWrites } from '../../lib/table/contents.ts';
import { publishingStatesOf } from '../../lib/use-cases/content-prefetch.ts';
import { contentResponse } from '../../lib/use-cases/content-response.ts';
import { loadDestinations } from '../../lib/use-cases/named-accounts.ts';
import { loadRequestedMedia } from '../../lib/use-cases/requested-media.ts';

const prefetching = { ...operation, prefetch: publishingStatesOf };

/** Create a content item, and schedule it for all its platforms when `scheduled_at` is given. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, nowMs, newId }) => {
  const owner = { id: newId('content'), workspaceId: caller.workspace.id, userId: caller.userId };
  const [{ accounts, states }, files] = await Promise.all([
    loadDestinations(owner.workspaceId, body),
    loadRequestedMedia(owner.workspaceId, body),
  ]);
  const content = newContent({ ...body, ...files, accounts }, owner, nowMs);
  assertPublishable(content, content.platforms, { isDraft: body.scheduled_at === undefined });
  const entryIds = destinationsOf(content).map(() => newId('entry'));
  const ids = { groupId: newId('group'), entryIds, defaultAccounts: states.defaults };
  const time = body.scheduled_at === undefined ? null : parseScheduledAt(body.scheduled_at, '/scheduled_at', nowMs);
  const state = time ? schedule(content, body.platforms, time, ids, nowMs) : { content, entries: [] };
  const { headers, body: item } = await contentResponse(state.content, nowMs, states);
  return {
    status: 201,
    headers: { location: `/v1/content/${content.id}`, ...headers },
    body: item,
    writes: contentWrites(null, state),
    ...(time ? { idempotencyKeepUntilMs: Date.parse(time) } : {}),
  };
});
