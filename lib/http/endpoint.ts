import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Operation } from '../contract/routes.ts';
import { makeId } from '../domain/id.ts';
import { Refusal } from '../domain/refusal.ts';
import { log } from '../log.ts';
import { stamped } from '../table/changed-by.ts';
import { commit, LostRace } from '../table/commit.ts';
import { admit, admitted } from './admit.ts';
import { authenticate } from './authenticate.ts';
import { decodeBody } from './body.ts';
import {
  type Call,
  type GatewayEvent,
  type GatewayResult,
  newCall,
  type OperationRequest,
  type Reply,
} from './call.ts';
import { changedBy } from './changed-by.ts';
import { flightWrites, readIdempotencyKey, recordWrites, replayOf } from './idempotency.ts';
import { permit } from './permit.ts';
import { readIfMatch } from './precondition.ts';
import { problemReply } from './problem.ts';
import { respond } from './respond.ts';
import { validate } from './validate.ts';

/**
 * The order every request passes, in one place. A step that throws a `Refusal` ends the request with that
 * problem. The request id comes before all of them, when the call is made. `admit` only asks: the request goes
 * on reading, and its answer is waited for before anything is written, sent or answered.
 */
const STEPS: { name: string; step: (call: Call) => void | Promise<void> }[] = [
  { name: 'decode body', step: decodeBody },
  { name: 'authenticate', step: authenticate },
  { name: 'admit', step: admit },
  { name: 'permission', step: permit },
  { name: 'validate', step: validate },
  { name: 'precondition', step: readIfMatch },
  { name: 'idempotency key', step: readIdempotencyKey },
];

// Two seconds on average. Twenty changes of one item at once all come through.
const RACES = 12;

/**
 * The Lambda handler of one operation of the route table. `run` gets a request that passed every step and
 * answers a reply with the change to commit; when the change lost a race, `run` starts again on what is
 * there now.
 */
export function endpoint<O extends Operation>(
  operation: O,
  run: (request: OperationRequest<O>) => Promise<Reply>,
) {
  const calls = new WeakMap<object, Call>();
  const callOf = (event: object): Call => calls.get(event)!;
  const handler = middy<GatewayEvent, GatewayResult, Error, Context>().before(({ event }) => {
    calls.set(event, newCall(operation, event));
  });
  for (const { step } of STEPS) handler.before(({ event }) => step(callOf(event)));
  handler.onError(async (request) => {
    const call = calls.get(request.event) ?? newCall(operation, request.event);
    const error = await foremost(call, request.error);
    await Promise.all(call.meanwhile);
    request.response = respond(call, problemReply(error, call));
  });
  return handler.handler(async (event) => {
    const call = callOf(event);
    const reply = await perform(call, run);
    await admitted(call);
    await Promise.all(call.meanwhile);
    return respond(call, reply);
  });
}

/** The error a request is answered with: that it was not admitted comes before anything else wrong with it. */
async function foremost(call: Call, error: unknown): Promise<unknown> {
  try {
    await admitted(call);
    return error;
  } catch (notAdmitted) {
    return notAdmitted;
  }
}

async function perform<O extends Operation>(
  call: Call,
  run: (request: OperationRequest<O>) => Promise<Reply>,
): Promise<Reply> {
  for (let race = 1; ; race++) {
    const replay = await replayOf(call);
    if (replay) return replay;
    if (call.route?.admittedFirst) await admitted(call);
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
      const reply = await runInFlight(call, () => run(request));
      await admitted(call);
      // The record comes first: of two requests with one key, the second is a replay before it is a conflict.
      const change = stamped(reply.change ?? [], changedBy(call, reply));
      await commit([...recordWrites(call, reply), ...change]);
      return reply.afterCommit ? await reply.afterCommit() : reply;
    } catch (error) {
      // What refuses this request may be its own first sending, committed since its key was looked up.
      const first = error instanceof Refusal ? await replayOf(call) : null;
      if (first) return first;
      if (!(error instanceof LostRace) || race === RACES) throw error;
      log.info('lost a race, starting again', { operation: call.operation, request_id: call.requestId });
      await pauseAfter(race);
    }
  }
}

/** Who lost once starts again at once; who loses on is in a crowd, and all of them starting together lose again. */
async function pauseAfter(race: number): Promise<void> {
  if (race > 1) await sleep(Math.random() * Math.min(10 * 2 ** race, 500));
}

async function runInFlight(call: Call, run: () => Promise<Reply>): Promise<Reply> {
  const { begin, release } = flightWrites(call);
  await commit(begin);
  try {
    return await run();
  } catch (error) {
    await commit(release);
    throw error;
  }
}
