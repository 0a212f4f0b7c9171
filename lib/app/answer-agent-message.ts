import { gunzipSync } from 'node:zlib';
import { answerRequest } from '../agents/answer-request.ts';
import type { EventDescription } from '../agents/events/event-descriptions.ts';
import type { Handlers } from '../agents/tools/call.ts';
import type { Caller, HandlerResult, RequestContext } from '../identity/pipeline/request-context.ts';
import { mayReadEvent } from '../webhooks/events/event-permissions.ts';
import { subscribeAgent, unsubscribeAgent } from '../webhooks/steps/agent-subscriptions.ts';
import { PROBLEM_TYPES } from './problems/problem-types.ts';
import { deployedFile } from './site/deployed-file.ts';

const EVENTS = deployedFile('events.json');

/** Answer a message of the MCP server. `handlers` are those of the endpoints that its tools and resources call. */
export async function answerMessage(
  context: RequestContext,
  caller: Caller,
  handlers: Handlers,
): Promise<HandlerResult> {
  const subscriptions = { describeEvents, mayReadEvent, subscribeAgent, unsubscribeAgent };
  return answerRequest(context, caller, handlers, subscriptions, (code) => PROBLEM_TYPES.get(code)?.remedy);
}

function describeEvents(): EventDescription[] {
  return JSON.parse(gunzipSync(EVENTS().gzip).toString());
}
