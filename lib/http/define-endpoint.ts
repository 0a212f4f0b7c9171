import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Operation } from '../api/routes.ts';
import { ApiError } from '../domain/api-error.ts';
import { makeId } from '../domain/id.ts';
import { log } from '../observability/log.ts';
import { withActor } from '../table/audit-stamps.ts';
import { commit } from '../table/commit.ts';
import { ConflictError } from '../table/conflict.ts';
import { actorOf } from './actor.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { decodeBody } from './body.ts';
import { findReplay, idempotencyWrites, inFlightWrites, readIdempotencyKey } from './idempotency.ts';
import { readIfMatch } from './if-match.ts';
import { problemResponse } from './problem.ts';
import { assertWithinRateLimit, requestQuota } from './rate-limit.ts';
import {
  createRequestContext,
  type GatewayEvent,
  type GatewayResult,
  type HandlerResult,
  type OperationRequest,
  type RequestContext,
} from './request-context.ts';
import { respond } from './respond.ts';
import { validate } from './validate.ts';

/**
 * The order every request passes, in one place. A step that throws a `Refusal` ends the request with that
 * problem. The request id comes before all of them, when the call is made. `admit` only asks: the request goes
 * on reading, and its answer is waited for before anything is written, sent or answered.
 */
const MIDDLEWARE: { name: string; step: (call: RequestContext) => void | Promise<void> }[] = [
  { name: 'decode body', step: decodeBody },
  { name: 'authenticate', step: authenticate },
  { name: 'admit', step: requestQuota },
  { name: 'permission', step: authorize },
  { name: 'validate', step: validate },
  { name: 'precondition', step: readIfMatch },
  { name: 'idempotency key', step: readIdempotencyKey },
];

// Two seconds on average. Twenty changes of one item at once all come through.
const MAX_CONFLICT_RETRIES = 12;

/**
 * The Lambda handler of one operation of the route table. `run` gets a request that passed every step and
 * answers a reply with the change to commit; when the change lost a race, `run` starts again on what is
 * there now.
 */
export function defineEndpoint<O extends Operation>(
  operation: O,
  run: (request: OperationRequest<O>) => Promise<HandlerResult>,
) {
  const calls = new WeakMap<object, RequestContext>();
  const callOf = (event: object): RequestContext => calls.get(event)!;
  const handler = middy<GatewayEvent, GatewayResult, Error, Context>().before(({ event }) => {
    calls.set(event, createRequestContext(operation, event));
  });
  for (const { step } of MIDDLEWARE) handler.before(({ event }) => step(callOf(event)));
  handler.onError(async (request) => {
    const call = calls.get(request.event) ?? createRequestContext(operation, request.event);
    const error = await primaryError(call, request.error);
    await Promise.all(call.backgroundWork);
    request.response = respond(call, problemResponse(error, call));
  });
  return handler.handler(async (event) => {
    const call = callOf(event);
    const reply = await runWithRetry(call, run);
    await assertWithinRateLimit(call);
    await Promise.all(call.backgroundWork);
    return respond(call, reply);
  });
}

/** The error a request is answered with: that it was not admitted comes before anything else wrong with it. */
async function primaryError(call: RequestContext, error: unknown): Promise<unknown> {
  try {
    await assertWithinRateLimit(call);
    return error;
  } catch (notAdmitted) {
    return notAdmitted;
  }
}

async function runWithRetry<O extends Operation>(
  call: RequestContext,
  run: (request: OperationRequest<O>) => Promise<HandlerResult>,
): Promise<HandlerResult> {
  for (let race = 1; ; race++) {
    const replay = await findReplay(call);
    if (replay) return replay;
    if (call.route?.rateLimitBeforeHandler) await assertWithinRateLimit(call);
    const request = {
      caller: call.caller,
      params: call.params,
      query: call.query,
      body: call.body,
      nowMs: call.nowMs,
      newId: (kind) => makeId(kind, call.nowMs, randomBytes(10)),
      call,
    } as OperationRequest<O>;
    try {
      const reply = await runExternalEffect(call, () => run(request));
      await assertWithinRateLimit(call);
      // The record comes first: of two requests with one key, the second is a replay before it is a conflict.
      const change = withActor(reply.writes ?? [], actorOf(call, reply));
      await commit([...idempotencyWrites(call, reply), ...change]);
      return reply.afterCommit ? await reply.afterCommit() : reply;
    } catch (error) {
      // What refuses this request may be its own first sending, committed since its key was looked up.
      const first = error instanceof ApiError ? await findReplay(call) : null;
      if (first) return first;
      if (!(error instanceof ConflictError) || race === MAX_CONFLICT_RETRIES) throw error;
      log.info('write conflict, retrying', { operation: call.operation, request_id: call.requestId });
      await backoff(race);
    }
  }
}

/** Who lost once starts again at once; who loses on is in a crowd, and all of them starting together lose again. */
async function backoff(race: number): Promise<void> {
  if (race > 1) await sleep(Math.random() * Math.min(10 * 2 ** race, 500));
}

async function runExternalEffect(
  call: RequestContext,
  run: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { begin, release } = inFlightWrites(call);
  await commit(begin);
  try {
    return await run();
  } catch (error) {
    await commit(release);
    throw error;
  }
}
