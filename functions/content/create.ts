import { operation } from '../../lib/content/api/content/create.ts';
import { TEXT_FIELDS } from '../../lib/content/rules/view/readable-texts.ts';
import { acceptTextAsTitle } from '../../lib/content/steps/accept-text.ts';
import { contentResponse } from '../../lib/content/steps/content-response.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { prefetchNewItem } from '../../lib/planning/prefetch.ts';
import { planItem } from '../../lib/planning/steps/create-item.ts';

/** Create a content item, and schedule it for all its platforms when `scheduled_at` or `queue` is given. */
export const handler = defineEndpoint(
  { ...operation, prefetch: prefetchNewItem },
  acceptTextAsTitle(async ({ caller, body, nowMs, newId }) => {
    const { state, time, states, createdLabels, writes } = await planItem(body, { author: caller, nowMs, newId });
    // Every text of a new item comes from the request.
    const reader = { permissions: caller.permissions, sent: TEXT_FIELDS };
    const { headers, body: item } = await contentResponse(state.content, reader, nowMs, { states }, createdLabels);
    return {
      status: 201,
      headers: { location: `/v1/content/${state.content.id}`, ...headers },
      body: item,
      writes,
      agentUse: { drafts: 1 },
      ...(time ? { idempotencyKeepUntilMs: Date.parse(time.at) } : {}),
    };
  }),
);
