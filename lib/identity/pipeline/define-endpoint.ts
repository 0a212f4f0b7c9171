import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Operation } from '../../core/api/define-operation.ts';
import { idEntropy } from '../../core/crypto/entropy.ts';
import { log } from '../../core/observability/log.ts';
import { ApiError } from '../../core/problems/define-problem.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { withInvocationDeadline } from '../../core/retry/invocation-deadline.ts';
import { withActor } from '../../core/table/audit-stamps-and-tombstones.ts';
import { limitConnections } from '../../core/table/client.ts';
import { commit, type Write } from '../../core/table/commit.ts';
import { withPrefetched } from '../../core/table/prefetched.ts';
import { type IdKind, makeId } from '../../core/values/id.ts';
import { agentUsageWrites } from '../store/agent-usage.ts';
import { actorOf } from './actor.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { decodeBody } from './body.ts';
import { beginAttempt, findReplay, readIdempotencyKey } from './idempotency.ts';
import { readIfMatch } from './if-match.ts';
import type { Prefetching } from './prefetch.ts';
import { assertWithinRateLimit, ensureCounted, requestQuota } from './rate-limit.ts';
import {
  createRequestContext,
  type GatewayEvent,
  type GatewayResult,
  type HandlerResult,
  type OperationRequest,
  type RequestContext,
} from './request-context.ts';
import { respond, respondWithProblem } from './respond.ts';
import { validate } from './validate.ts';

/**
 * The middleware of every request, in order. A step that throws an `ApiError` ends the request with that problem. The
 * rate limit step only requests quota: the request continues to read, and waits for the decision before anything is
 * written, sent or returned.
 */
const MIDDLEWARE: { name: string; step: (context: RequestContext) => void | Promise<void> }[] = [
  { name: 'decode body', step: decodeCountedBody },
  { name: 'authenticate', step: authenticate },
  { name: 'rate limit', step: requestQuota },
  { name: 'authorize', step: authorize },
  { name: 'validate', step: validate },
  { name: 'precondition', step: readIfMatch },
  { name: 'idempotency key', step: readIdempotencyKey },
];

// As many as the requests of one trip, except for lists with many partitions.
const MAX_CONNECTIONS = 4;

/**
 * Create the Lambda handler of an operation. `run` receives a request that passed every step and returns the response
 * with the writes to commit. After a write conflict it runs again on the current state. `prefetch` selects items that
 * are read with the token of a caller whom this instance does not know yet.
 */
export function defineEndpoint<O extends Operation>(
  operation: Prefetching<O>,
  run: (request: OperationRequest<O>) => Promise<HandlerResult>,
) {
  limitConnections(MAX_CONNECTIONS);
  const handler = middy<GatewayEvent, GatewayResult, Error, Context, { context?: RequestContext }>();
  const contextOf = (request: { event: GatewayEvent; internal: { context?: RequestContext } }) => {
    request.internal.context ??= createRequestContext(operation, request.event);
    return request.internal.context;
  };
  handler.before(async (request) => {
    const context = contextOf(request);
    for (const { step } of MIDDLEWARE) {
      const waiting = step(context);
      if (waiting) await waiting;
    }
  });
  // Not in the base handler, which middy calls without the request and its `internal`.
  handler.after(async (request) => {
    const context = contextOf(request);
    const result = await withPrefetched(context.prefetched, () => runWithRetry(context, run));
    await assertWithinRateLimit(context);
    await ensureCounted(context);
    request.response = respond(context, result);
  });
  handler.onError(async (request) => {
    const context = contextOf(request);
    request.response = await respondWithProblem(context, request.error);
  });
  return withInvocationDeadline(handler);
}

/** Decode the body. A rejected one comes before a 401, but counts for the caller that its token names. */
async function decodeCountedBody(context: RequestContext): Promise<void> {
  try {
    decodeBody(context);
  } catch (error) {
    await authenticate(context).catch(() => {});
    requestQuota(context);
    throw error;
  }
}

async function runWithRetry<O extends Operation>(
  context: RequestContext,
  run: (request: OperationRequest<O>) => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { operation, requestId: request_id } = context;
  return retryOnConflict(RETRY_POLICIES.request, async (attempt) => {
    if (attempt > 1) log.info('write conflict, retrying', { operation, request_id });
    return runOnce(context, run);
  });
}

async function runOnce<O extends Operation>(
  context: RequestContext,
  run: (request: OperationRequest<O>) => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const attempt = await beginAttempt(context, async () => {
    if (context.endpoint?.rateLimitBeforeHandler) await assertWithinRateLimit(context);
  });
  if (attempt.replay) return replayed(context, attempt.replay);
  try {
    const result = await runOrRelease(() => run(toOperationRequest<O>(context)), attempt.release);
    await assertWithinRateLimit(context);
    // What was read before the commit is old after it, also after one that met a conflict.
    context.prefetched.clear();
    // The record comes first: of two requests with one key, the second is a replay before it is a conflict. A budget comes
    // before the change, so that a request beyond it is not repeated as a conflict.
    const writes = result.writes?.length ? withActor(result.writes, actorOf(context, result)) : [];
    await commit([...attempt.complete(result), ...agentWrites(context, result), ...writes]);
    return result.afterCommit ? await result.afterCommit() : result;
  } catch (error) {
    // The error may come from an earlier request with this key, committed after the key was looked up.
    const replay = error instanceof ApiError ? await findReplay(context) : null;
    if (replay) return replayed(context, replay);
    throw error;
  }
}

/** Return the response of an earlier request with the same key, once what the endpoint promises with it holds. */
async function replayed({ endpoint }: RequestContext, result: HandlerResult): Promise<HandlerResult> {
  await endpoint?.beforeReplay?.();
  return result;
}

/** Build the writes that take from the budgets of an agent key, of a change that it makes. */
function agentWrites({ caller, nowMs }: RequestContext, { agentUse, writes }: HandlerResult): Write[] {
  if (!caller?.agent || !agentUse || !writes?.length) return [];
  const key = { workspace_id: caller.workspace.id, client_id: caller.clientId };
  return agentUsageWrites(key, agentUse, caller.agent.budgets, nowMs);
}

/** Run a handler. When it fails it had no effect, so the key of its request is released. */
async function runOrRelease(run: () => Promise<HandlerResult>, release: () => Promise<void>): Promise<HandlerResult> {
  try {
    return await run();
  } catch (error) {
    await release();
    throw error;
  }
}

function toOperationRequest<O extends Operation>(context: RequestContext): OperationRequest<O> {
  const { caller, params, query, body, nowMs } = context;
  const newId = (kind: IdKind) => makeId(kind, nowMs, idEntropy(10));
  return { caller, params, query, body, nowMs, newId, context } as OperationRequest<O>;
}
