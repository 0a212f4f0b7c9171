import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Operation } from '../../core/api/define-operation.ts';
import type { Permission, Role } from '../../core/api/permission.ts';
import type { RateLimitDecision, RateState } from '../../core/rate-limit/limiter.ts';
import type { Write } from '../../core/table/commit.ts';
import type { Prefetched } from '../../core/table/prefetched.ts';
import type { IdKind } from '../../core/values/id.ts';
import type { AgentTerms, AgentUse } from '../rules/agent-key.ts';
import type { Audience } from '../rules/audience.ts';
import type { Portal } from '../rules/portal.ts';
import type { Workspace } from '../rules/workspace.ts';
import type { Prefetching } from './prefetch.ts';
import { requestIdOf } from './request-id.ts';
import { sourceAddressOf } from './source-address.ts';

/** Names what calls an endpoint in its process. A symbol, which no event of API Gateway has. */
export const CALLED_BY = Symbol('called by');

/** The event of the gateway, or the one of a call by the MCP server. */
export type GatewayEvent = APIGatewayProxyEventV2 & { [CALLED_BY]?: Audience };
export type GatewayResult = APIGatewayProxyStructuredResultV2;

/** Return whether an event is a call: an endpoint requests another one in its process. */
export function isCall(event: GatewayEvent): boolean {
  return event[CALLED_BY] !== undefined;
}

/** The authenticated caller of a request. */
export interface Caller {
  workspace: Workspace;
  userId: string;
  /** The ids of the member from before they were removed and invited again. */
  formerIds: readonly string[];
  /** The role of the member who owns the API key or has the session. */
  role: Role;
  /** The id of the API key, or that of the session. */
  clientId: string;
  /** The name of the API key; null for a session. */
  keyName: string | null;
  /**
   * Of a stage key: the workspaces that it may name, null for all, and who of its users the product names as the cause of the
   * request, null for none. Null for any other caller.
   */
  stage: { workspaces: readonly string[] | null; actor: string | null } | null;
  /** Of a person in a portal; null for any other caller. */
  portal: Portal | null;
  /** When the member has signed in, for a session; null for an API key. */
  signedInAt: string | null;
  permissions: readonly Permission[];
  tokenExpiresAtMs: number;
  /** When the API key expires; null for a session, and for a key without an end. */
  keyExpiresAtMs: number | null;
  /** The terms of an agent key; null for any other caller. */
  agent: AgentTerms | null;
  /** Requests per hour of the API key; null when only the workspace limit applies. */
  hourlyLimit: number | null;
}

/** The state of one request while it passes the middleware; each step sets its fields. */
export interface RequestContext {
  /** The id of the operation, or `unmatched`. */
  operation: string;
  /** The declaration of the endpoint; null for a path or method that no endpoint has. */
  endpoint: Prefetching<Operation> | null;
  event: GatewayEvent;
  nowMs: number;
  requestId: string;
  /** The IP address that the request comes from. */
  sourceAddress: string;
  rawBody: Buffer | null;
  caller: Caller | null;
  /** The API key that the request names, for the log: known before the caller is, and for a rejected request. */
  clientId: string | null;
  /** The pending decision of the rate limiter; null before it is requested. */
  rateLimitDecision: Promise<Pick<RateLimitDecision, 'isAllowed' | 'states'>> | null;
  rate: RateState[] | null;
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  /** The Idempotency-Key of the request, with what its record stores of it. */
  idempotencyKey: { key: string; hash: string; fingerprint: string } | null;
  /** Work that never fails the request. The response waits for it, because Lambda freezes the instance after. */
  backgroundWork: Promise<void>[];
  /** The items that were read with the token, for the handler. */
  prefetched: Prefetched;
  /** The strong entity tags of `If-Match`, or `*`. Null without the header or on an endpoint without support. */
  ifMatch: readonly string[] | null;
}

type Parsed<T> = T extends z.ZodMiniType ? z.infer<T> : undefined;

/** A request that passed all middleware, as the handler of an operation receives it. */
export interface OperationRequest<O extends Operation> {
  caller: Caller;
  params: Record<string, string>;
  query: Parsed<O['query']>;
  body: Parsed<O['body']>;
  nowMs: number;
  newId: (kind: IdKind) => string;
  /** For operations that need the request itself, such as its headers or raw body. */
  context: RequestContext;
}

/** The result of a handler: the response, and the writes to commit before it is sent. */
export interface HandlerResult {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  writes?: Write[];
  /** Runs after the commit and returns the response to send instead. */
  afterCommit?: () => Promise<HandlerResult>;
  /** What the request takes of the budgets of an agent key. */
  agentUse?: AgentUse;
  /** The time when the TTL of the idempotency record starts, for work that is scheduled. */
  idempotencyKeepUntilMs?: number;
  /** The user to record as the actor, for an operation without an authenticated caller. */
  actorUserId?: string;
  /** The API key to record with it, of a request that an earlier one with a key has allowed. */
  actorClientId?: string;
  /** The review link to record as the actor in place of a user. */
  actorReviewLinkId?: string;
  /** The portal to record as the actor, of a request of its session without a token. */
  actorPortal?: Portal;
}

/** Create the context of a request that has passed no middleware yet. */
export function createRequestContext(endpoint: RequestContext['endpoint'], event: GatewayEvent): RequestContext {
  return {
    operation: endpoint?.id ?? 'unmatched',
    endpoint,
    event,
    nowMs: Date.now(),
    requestId: requestIdOf(event),
    sourceAddress: sourceAddressOf(event),
    rawBody: null,
    caller: null,
    clientId: null,
    rateLimitDecision: null,
    rate: null,
    params: {},
    query: undefined,
    body: undefined,
    idempotencyKey: null,
    backgroundWork: [],
    prefetched: new Map(),
    ifMatch: null,
  };
}
