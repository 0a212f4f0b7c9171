// Generated from the tools of lib/agents by `npm run generate`; do not edit.
import { MCP_ENDPOINT } from '../lib/agents/mcp/endpoint.ts';
import type { Handlers } from '../lib/agents/tools/call.ts';
import { answerMessage } from '../lib/app/answer-agent-message.ts';
import { defineEndpoint } from '../lib/identity/pipeline/define-endpoint.ts';
import { handler as accountsList } from './accounts/list.ts';
import { handler as analyticsBestTimes } from './analytics/best-times.ts';
import { handler as analyticsPerformance } from './analytics/performance.ts';
import { handler as analyticsRankContent } from './analytics/rank-content.ts';
import { handler as authVerify } from './auth/verify.ts';
import { handler as contentCreate } from './content/create.ts';
import { handler as contentCreateComment } from './content/create-comment.ts';
import { handler as contentGet } from './content/get.ts';
import { handler as contentList } from './content/list.ts';
import { handler as contentListComments } from './content/list-comments.ts';
import { handler as contentSubmit } from './content/submit.ts';
import { handler as contentUpdate } from './content/update.ts';
import { handler as contentValidate } from './content/validate.ts';
import { handler as eventsList } from './events/list.ts';
import { handler as mediaCreate } from './media/create.ts';
import { handler as mediaGet } from './media/get.ts';
import { handler as queuesList } from './queues/list.ts';
import { handler as scheduleList } from './schedule/list.ts';
import { handler as workspaceGet } from './workspace/get.ts';

// They are called without a context of Lambda, and end their retries with the invocation of this function.
const HANDLERS = {
  'accounts.list': accountsList,
  'analytics.best-times': analyticsBestTimes,
  'analytics.performance': analyticsPerformance,
  'analytics.rank-content': analyticsRankContent,
  'auth.verify': authVerify,
  'content.create': contentCreate,
  'content.create-comment': contentCreateComment,
  'content.get': contentGet,
  'content.list': contentList,
  'content.list-comments': contentListComments,
  'content.submit': contentSubmit,
  'content.update': contentUpdate,
  'content.validate': contentValidate,
  'events.list': eventsList,
  'media.create': mediaCreate,
  'media.get': mediaGet,
  'queues.list': queuesList,
  'schedule.list': scheduleList,
  'workspace.get': workspaceGet,
} satisfies Record<keyof Handlers, unknown> as unknown as Handlers;

/** Answer a message of the Model Context Protocol: an agent reads, drafts and submits, and never publishes. */
export const handler = defineEndpoint(MCP_ENDPOINT, async ({ caller, context }) =>
  answerMessage(context, caller, HANDLERS),
);
