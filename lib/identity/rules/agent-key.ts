import type { Permission } from '../../core/api/permission.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { agentBudgetExceeded, agentNotPermitted, agentPaused } from '../problems.ts';

/** What an agent key may use in a day (UTC). */
export interface AgentBudgets {
  /** Requests, also those that only read. */
  requests: number;
  /** Items that it creates or edits. */
  drafts: number;
  /** Items that it submits for approval. */
  submissions: number;
  /** Bytes of the files that it adds to the media library, as uploaded or fetched. */
  media_bytes: number;
  /** What the platforms charge for the posts that it submits, in millionths of a US dollar. */
  platform_micro_usd: number;
}

/** The budgets that writes count. Requests count as a rate limit does. */
export const COUNTED_BUDGETS = ['drafts', 'submissions', 'media_bytes', 'platform_micro_usd'] as const;
export type CountedBudget = (typeof COUNTED_BUDGETS)[number];

/** What an agent key has used of its budgets on one day (UTC). */
export type AgentUsed = Record<CountedBudget, number>;

/** The same with its requests. Some may be reserved for requests that were not sent. */
export type AgentUsedToday = AgentUsed & { requests: number };

/** What a request takes of the budgets that writes count. */
export type AgentUse = Partial<AgentUsed>;

/** The terms of an API key of an agent, such as a language model. */
export interface AgentTerms {
  /** The only accounts that it may draft for. Null for all of the workspace. */
  accounts: string[] | null;
  budgets: AgentBudgets;
  /** Since when its requests are rejected. Null while they are not. */
  paused_at: string | null;
}

/** The budgets of an agent key that names none: a busy day of one person. */
export const DEFAULT_BUDGETS: AgentBudgets = {
  requests: 5_000,
  drafts: 100,
  submissions: 50,
  media_bytes: 200_000_000,
  platform_micro_usd: 5_000_000,
};

/** The permissions of an agent key that names none. None of them publishes, approves, or changes settings. */
export const AGENT_PERMISSIONS: readonly Permission[] = [
  'content:read',
  'content:write',
  'schedule:read',
  'analytics:read',
  'accounts:read',
  'webhooks:read',
];

/**
 * The permissions that an agent key can have. By `webhooks:write` it sends events to URLs that it names, so a person has to
 * name it. The endpoints with this permission reject agent keys.
 */
const POSSIBLE_PERMISSIONS: readonly Permission[] = [...AGENT_PERMISSIONS, 'webhooks:write'];

/** The lifetime of an agent key that names no expiry, and the longest one. */
const DEFAULT_AGENT_LIFETIME_MS = 90 * DAY_MS;
const MAX_AGENT_LIFETIME_MS = 366 * DAY_MS;

/** What a request says of a new agent key. */
export interface AgentInput {
  accounts?: string[] | undefined;
  budgets?: { [K in keyof AgentBudgets]?: number | undefined } | undefined;
}

/** Build the terms of a new agent key. Omitted budgets are the defaults. */
export function agentTerms({ accounts, budgets = {} }: AgentInput): AgentTerms {
  const given = Object.entries(budgets).filter(([, value]) => value !== undefined);
  return { accounts: accounts ?? null, budgets: { ...DEFAULT_BUDGETS, ...Object.fromEntries(given) }, paused_at: null };
}

/** Return the permissions of a new agent key. Throws 422 for one that no agent key can have. */
export function agentPermissions(requested: readonly Permission[] | undefined, grantor: readonly Permission[]) {
  if (requested === undefined) return AGENT_PERMISSIONS.filter((each) => grantor.includes(each));
  const forbidden = requested.filter((each) => !POSSIBLE_PERMISSIONS.includes(each));
  if (forbidden.length === 0) return requested;
  const detail = `An agent key cannot have ${forbidden.join(', ')}. It can have ${POSSIBLE_PERMISSIONS.join(', ')}.`;
  throw fieldError('/permissions', 'not_for_agents', detail);
}

/** Return when a new agent key expires (ISO 8601). Throws 422 for more than 366 days. */
export function agentExpiry(requested: string | null, nowMs: number): string {
  if (requested === null) return formatInstant(nowMs + DEFAULT_AGENT_LIFETIME_MS);
  if (Date.parse(requested) <= nowMs + MAX_AGENT_LIFETIME_MS) return requested;
  throw fieldError('/expires_at', 'too_late', 'An agent key expires within 366 days.');
}

/** Pause or resume an agent key. Returns the same terms when nothing changes. */
export function withPause(terms: AgentTerms, isPaused: boolean, nowMs: number): AgentTerms {
  if (isPaused === (terms.paused_at !== null)) return terms;
  return { ...terms, paused_at: isPaused ? formatInstant(nowMs) : null };
}

/** Return the id of the agent key of a caller, or null for any other caller. */
export function agentKeyOf({ agent, clientId }: { agent: AgentTerms | null; clientId: string }): string | null {
  return agent ? clientId : null;
}

/** Build the 403 for what agent keys never do, as in `Agent keys cannot publish.` */
export function agentError(what: string): ApiError {
  return agentNotPermitted(`Agent keys cannot ${what}. Submit the item for approval, and let a person decide.`);
}

/** Throw 403 while an agent key is paused. */
export function assertNotPaused(terms: AgentTerms | undefined): void {
  if (!terms?.paused_at) return;
  throw agentPaused(`This agent key was paused at ${terms.paused_at}. Ask the person who paused it.`);
}

/** Build the 429 for a budget that a request would exceed. */
export function budgetError(budget: keyof AgentBudgets, limit: number, nowMs: number): ApiError {
  const resetsAtMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const detail = `The budget ${budget} of this agent key, ${limit} a day, has less left. A person can create a key with a larger budget.`;
  return agentBudgetExceeded(detail, {
    extensions: { budget, limit, resets_at: formatInstant(resetsAtMs) },
    headers: { 'retry-after': String(Math.ceil((resetsAtMs - nowMs) / 1000)) },
  });
}
