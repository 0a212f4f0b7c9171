import { auditHeadEntity } from '../../lib/audit/entities/audit-log.ts';
import { keyOf } from '../../lib/core/table/schema.ts';
import { operation } from '../../lib/feeds/api/calendar-feeds/show.ts';
import { feedResponse } from '../../lib/feeds/steps/feed-response.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Return the posts of a calendar feed as an iCalendar file. */
export const handler = defineEndpoint(operation, ({ query: { token }, context }) =>
  feedResponse(context, token, (workspace_id) => keyOf(auditHeadEntity, { workspace_id })),
);
