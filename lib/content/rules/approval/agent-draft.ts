import { fieldError } from '../../../core/problems/request-errors.ts';
import { agentNotPermitted, approvalNotPermitted } from '../../../identity/problems.ts';
import { type AgentTerms, agentError, agentKeyOf } from '../../../identity/rules/agent-key.ts';
import type { Content } from '../content.ts';
import type { WritingAgent } from '../content-approval.ts';
import { destinationsOf } from '../content-targets.ts';
import { approvalStatusOf } from './approval-states.ts';

/** What of a caller decides whether it is an agent. */
type AgentCaller = { agent: AgentTerms | null; clientId: string };

/** Return the agent key of a caller with who is responsible for it, or null for any other caller. */
export function agentOf(caller: AgentCaller & { userId: string; keyName: string | null }): WritingAgent | null {
  const id = agentKeyOf(caller);
  return id === null ? null : { id, name: caller.keyName ?? '', user_id: caller.userId };
}

/**
 * Throw 403 when an agent asks for more than a draft: a time or a status. Throws 422 when its key is for some accounts
 * only, and the item is not for them.
 */
export function assertAgentDraft(
  { agent }: AgentCaller,
  request: { scheduled_at?: unknown; queue?: unknown; status?: unknown },
  content: Pick<Content, 'platforms' | 'accounts'>,
): void {
  if (!agent) return;
  if (request.scheduled_at !== undefined || request.queue !== undefined) throw agentError('schedule');
  if (request.status !== undefined) throw agentError('change the status of an item');
  assertForAccounts(agent, content);
}

/**
 * Throw 403 when an agent submits what no agent wrote a part of: the drafts of people are theirs to submit. Throws 422 when its
 * key is for some accounts only, and the item is not for them.
 */
export function assertAgentMaySubmit({ agent }: AgentCaller, content: Content): void {
  if (!agent) return;
  if (content.agents.length === 0) throw agentNotPermitted(NOT_OF_AGENTS);
  assertForAccounts(agent, content);
}

const NOT_OF_AGENTS =
  'Agent keys submit only what an agent wrote a part of. Leave the submission to a person, or edit the draft first.';

function assertForAccounts({ accounts }: AgentTerms, content: Pick<Content, 'platforms' | 'accounts'>): void {
  if (accounts === null || destinationsOf(content).every(({ accountId }) => accountId && accounts.includes(accountId)))
    return;
  const detail = `Name an account for each platform. This agent key may draft for ${accounts.join(', ')} only.`;
  throw fieldError('/accounts', 'not_for_this_agent', detail);
}

/** Throw 403 when an agent edits what is more than a draft: an edit would revoke the decision of a person, or a schedule. */
export function assertAgentMayEdit({ agent }: AgentCaller, content: Content): void {
  if (!agent) return;
  // A person who returns a scheduled item to a draft cancels its targets.
  const targets = Object.values(content.targets);
  const isDraft = content.idle_status === 'draft' && targets.every(({ status }) => status === 'cancelled');
  if (isDraft && approvalStatusOf(content) !== 'approved') return;
  throw agentError('edit an item that is approved, scheduled, published or cancelled');
}

/**
 * Throw 403 when an API key approves what an agent wrote, or creates a review link for it: a person decides, by the session
 * of the dashboard or a review link that was created with one.
 */
export function assertPersonApproves(
  content: Pick<Content, 'agents'>,
  { signedInAt }: { signedInAt: string | null },
): void {
  if (content.agents.length === 0 || signedInAt !== null) return;
  const detail =
    'An agent wrote this content item. A person approves it in the dashboard, or by a review link that was created there; an API key cannot.';
  throw approvalNotPermitted(detail);
}
