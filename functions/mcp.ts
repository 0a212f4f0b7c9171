import { gunzipSync } from 'node:zlib';
import { answerRequest } from '../lib/agents/answer-request.ts';
import type { EventDescription } from '../lib/agents/events/event-descriptions.ts';
import { MCP_ENDPOINT } from '../lib/agents/mcp/endpoint.ts';
import type { Handlers } from '../lib/agents/tools/call.ts';
import { PROBLEM_TYPES } from '../lib/app/problems/problem-types.ts';
import { deployedFile } from '../lib/app/site/deployed-file.ts';
import { defineEndpoint } from '../lib/identity/pipeline/define-endpoint.ts';
import { mayReadEvent } from '../lib/webhooks/events/event-permissions.ts';
import { subscribeAgent, unsubscribeAgent } from '../lib/webhooks/steps/agent-subscriptions.ts';
import { handler as listAccounts } from './accounts/list.ts';
import { handler as bestTimes } from './analytics/best-times.ts';
import { handler as performance } from './analytics/performance.ts';
import { handler as rankContent } from './analytics/rank-content.ts';
import { handler as verify } from './auth/verify.ts';
import { handler as createContent } from './content/create.ts';
import { handler as createComment } from './content/create-comment.ts';
import { handler as getContent } from './content/get.ts';
import { handler as listContent } from './content/list.ts';
import { handler as listComments } from './content/list-comments.ts';
import { handler as submit } from './content/submit.ts';
import { handler as updateContent } from './content/update.ts';
import { handler as validate } from './content/validate.ts';
import { handler as listEvents } from './events/list.ts';
import { handler as createMedia } from './media/create.ts';
import { handler as getMedia } from './media/get.ts';
import { handler as listQueues } from './queues/list.ts';
import { handler as listSchedule } from './schedule/list.ts';
import { handler as getWorkspace } from './workspace/get.ts';

// They are called without a context of Lambda, and end their retries with the invocation of this function.
const HANDLERS = {
  'accounts.list': listAccounts,
  'analytics.best-times': bestTimes,
  'analytics.performance': performance,
  'analytics.rank-content': rankContent,
  'auth.verify': verify,
  'content.create': createContent,
  'content.create-comment': createComment,
  'content.get': getContent,
  'content.list': listContent,
  'content.list-comments': listComments,
  'content.submit': submit,
  'content.update': updateContent,
  'content.validate': validate,
  'events.list': listEvents,
  'media.create': createMedia,
  'media.get': getMedia,
  'queues.list': listQueues,
  'schedule.list': listSchedule,
  'workspace.get': getWorkspace,
} satisfies Record<keyof Handlers, unknown> as unknown as Handlers;

const EVENTS = deployedFile('events.json');

function describeEvents(): EventDescription[] {
  return JSON.parse(gunzipSync(EVENTS().gzip).toString());
}

/** Answer a message of the Model Context Protocol: an agent reads, drafts and submits, and never publishes. */
export const handler = defineEndpoint(MCP_ENDPOINT, async ({ caller, context }) =>
  answerRequest(
    context,
    caller,
    HANDLERS,
    { describeEvents, mayReadEvent, subscribeAgent, unsubscribeAgent },
    (code) => PROBLEM_TYPES.get(code)?.remedy,
  ),
);
