import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Operation } from '../api/define-operation.ts';
import type { IdKind } from '../domain/id.ts';
import type { Permission, Role } from '../domain/identity/permission.ts';
import type { Workspace } from '../domain/identity/workspace.ts';
import type { RateLimitDecision, RateState } from '../rate-limit/limiter.ts';
import type { Write } from '../table/commit.ts';
import { requestIdOf } from './request-id.ts';

export type GatewayEvent = APIGatewayProxyEventV2;
export type GatewayResult = APIGatewayProxyStructuredResultV2;

/** Who is calling, once their token has been looked up. */
export interface Caller {
  workspace: Workspace;
  userId: string;
  /** Of the person whose key it is. */
  role: Role;
  clientId: string;
  permissions: readonly Permission[];
  tokenExpiresAtMs: number;
  /** Requests the key may make in an hour; null for as many as its workspace may. */
  hourlyLimit: number | null;
}

/** What one request is while it passes the steps of `endpoint.ts`; each step fills in its part. */
export interface RequestContext {
  /** The id of the operation, or `unmatched`. */
  operation: string;
  /** The declaration of the endpoint; null for a path or method that no endpoint has. */
  route: Operation | null;
  event: GatewayEvent;
  nowMs: number;
  requestId: string;
  rawBody: Buffer | null;
  caller: Caller | null;
  /** The pending decision of the rate limiter; null before it is requested. */
  rateLimitDecision: Promise<RateLimitDecision> | null;
  rate: RateState[] | null;
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  idempotencyKey: string | null;
  /** Work beside the request, which never fails it: the answer waits for it, because a function sleeps after. */
  backgroundWork: Promise<void>[];
  /** The strong entity tags of `If-Match`, or `*`; null when it was not sent or the route does not read it. */
  ifMatch: readonly string[] | null;
}

type Parsed<T> = T extends z.ZodType ? z.infer<T> : undefined;

/** A request that passed every step, as an operation sees it: only nouns of the business are left. */
export interface OperationRequest<O extends Operation> {
  caller: Caller;
  params: Record<string, string>;
  query: Parsed<O['query']>;
  body: Parsed<O['body']>;
  nowMs: number;
  newId: (kind: IdKind) => string;
  /** For the few operations that read the request itself: the token exchange. */
  call: RequestContext;
}

/**
 * What an operation answers: the reply and the one change to commit before it is given. `afterCommit` may
 * replace the reply by a later one. An idempotency record of scheduled work is kept past its time. Who acted is
 * the caller; an operation that asks for no token names the person, if it knows one.
 */
export interface HandlerResult {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  writes?: Write[];
  afterCommit?: () => Promise<HandlerResult>;
  idempotencyKeepUntilMs?: number;
  actorUserId?: string;
}

/** A request that has passed no step yet. */
export function createRequestContext(route: Operation | null, event: GatewayEvent): RequestContext {
  return {
    operation: route?.id ?? 'unmatched',
    route,
    event,
    nowMs: Date.now(),
    requestId: requestIdOf(event),
    rawBody: null,
    caller: null,
    rateLimitDecision: null,
    rate: null,
    params: {},
    query: undefined,
    body: undefined,
    idempotencyKey: null,
    backgroundWork: [],
    ifMatch: null,
  };
}
