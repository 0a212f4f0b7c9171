import type { Write } from '../core/table/commit.ts';
import { verifiedJson } from '../identity/pipeline/body.ts';
import type { Caller, HandlerResult, RequestContext } from '../identity/pipeline/request-context.ts';
import { dashboardOrigin, stageOrigin } from '../identity/pipeline/stage-origin.ts';
import { createEventOffers, type Subscriptions } from './events/event-offers.ts';
import { assertAllowedOrigin } from './mcp/allowed-origin.ts';
import type { Offers } from './mcp/offers.ts';
import { respondToMessage } from './mcp/respond.ts';
import { agentKeyRequired } from './problems.ts';
import { getPrompt, listPrompts } from './prompts/prompts.ts';
import { listResources, listTemplates, readResource } from './resources/resources.ts';
import { getSkill, listSkillFiles, listSkills, readSkillFile, readSkillFolder } from './skills/skills.ts';
import { createCall, type Handlers } from './tools/call.ts';
import { describeTool, type RemedyOf, runTool } from './tools/run-tool.ts';
import { TOOLS } from './tools/tools.ts';

/** Answer a message of the MCP server with the tools, which request the endpoints of these handlers as the caller, and with the webhooks. */
export async function answerRequest(
  context: RequestContext,
  caller: Caller,
  handlers: Handlers,
  subscriptions: Subscriptions,
  remedyOf: RemedyOf,
): Promise<HandlerResult> {
  const { event, nowMs } = context;
  assertAllowedOrigin(event.headers.origin, [stageOrigin(context), dashboardOrigin(context)]);
  // What another key writes would not be marked as written by an agent.
  if (!caller.agent) throw agentKeyRequired('The MCP server accepts the access tokens of agent keys only.');
  // One request id for the message and the requests of its tool, in the log and in problems.
  const asked = { ...event, headers: { ...event.headers, 'x-request-id': context.requestId } };
  const writes: Write[] = [];
  const offers: Offers = {
    tools: () => TOOLS.map(describeTool),
    async callTool(name, given) {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) return null;
      return runTool(tool, given, createCall(asked, handlers, name), nowMs, remedyOf);
    },
    resources: () => [...listResources(), ...listSkillFiles()],
    templates: listTemplates,
    readResource: (uri) => readResource(uri, createCall(asked, handlers, uri), nowMs),
    skills: listSkills,
    getSkill,
    readFolder: readSkillFolder,
    readSkillFile,
    prompts: listPrompts,
    getPrompt,
    ...createEventOffers(context, caller, subscriptions, writes),
  };
  const { status, body } = await respondToMessage(() => verifiedJson(context), event.headers, offers);
  return { status, body, writes };
}
