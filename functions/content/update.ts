import { operation } from '../../lib/content/api/content/update.ts';
import { acceptText } from '../../lib/content/steps/accept-text.ts';
import { contentResponse } from '../../lib/content/steps/content-response.ts';
import { waitForPublish } from '../../lib/content/steps/wait-for-publish.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { prefetchItemInPath } from '../../lib/planning/prefetch.ts';
import { planChange } from '../../lib/planning/steps/change-item.ts';

/** Update the fields, time or status of a content item; `published` publishes now and waits. */
export const handler = defineEndpoint(
  { ...operation, prefetch: prefetchItemInPath },
  acceptText(async (request) => {
    const { caller, body, nowMs } = request;
    const publishes = body.status === 'published';
    // A caller with only `content:publish` may send the status and no other field.
    if (!publishes || Object.keys(body).length > 1) assertAnyPermission(caller, ['content:write']);
    const { item, isChanged, settings, createdLabels, writes } = await planChange(request);
    const reader = { permissions: caller.permissions, sent: Object.keys(body) };
    if (publishes && (isChanged || item.status === 'publishing')) {
      return { status: 200, body: null, writes, afterCommit: () => waitForPublish(item.id, reader, settings) };
    }
    const response = await contentResponse(item, reader, nowMs, { settings }, createdLabels);
    return { status: 200, ...response, writes, agentUse: { drafts: 1 } };
  }),
);
