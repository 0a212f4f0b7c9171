import { randomUUID } from 'node:crypto';
import { sha256 } from '../crypto/sha256.ts';
import { ApiError } from '../domain/api-error.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { commit, type Write } from '../table/commit.ts';
import {
  completeIdempotencyWrite,
  type IdempotencyRecord,
  idempotencyWrite,
  loadIdempotencyRecord,
  releaseIdempotencyWrite,
} from '../table/idempotency-records.ts';
import { decryptResponse, encryptResponse } from './encrypted-response.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';

/** How long a key identifies one request, unless the work of the request is scheduled for later. */
export const IDEMPOTENCY_TTL_MS = 24 * 3600 * 1000;
/** Longer than any endpoint may run: after it a request that was in flight has ended. */
const IN_FLIGHT_TTL_MS = 60_000;

/** Read `Idempotency-Key` of a POST: 1–255 printable ASCII characters, quoted or bare. Contract, section 9. */
export function readIdempotencyKey(call: RequestContext): void {
  const header = call.event.headers?.['idempotency-key'];
  if (header === undefined || call.route?.method !== 'POST' || !call.caller) return;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError('invalid_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  call.idempotencyKey = key;
}

/** One attempt at a request. Without an Idempotency-Key it has no replay and no writes. */
export interface IdempotentAttempt {
  /** The response of an earlier request with the same key, to be returned instead of a new one. */
  replay: HandlerResult | null;
  /** Build the writes that store the response. Commit them with its effect: both happen or neither does. */
  complete: (result: HandlerResult) => Write[];
  /** Delete the in-flight record of a request that failed before its effect, so that its key can be used again. */
  release: () => Promise<void>;
}

/**
 * Begin an attempt at a request: find its replay, or mark its key as in flight.
 *
 * Only operations with an effect outside the table are marked, because no transaction covers that effect.
 * `ready` runs before the mark is written. Throws 422 when the key belongs to another request, and 409 while
 * that request is in flight.
 */
export async function beginAttempt(
  call: RequestContext,
  ready: () => Promise<void>,
): Promise<IdempotentAttempt> {
  const replay = await findReplay(call);
  if (replay) return { replay, complete: () => [], release: async () => {} };
  await ready();
  const mark = inFlightRecord(call);
  if (mark) await commit([idempotencyWrite(mark, call.nowMs)]);
  return {
    replay: null,
    complete: (result) => completionWrites(call, result),
    release: async () => {
      if (mark) await commit([releaseIdempotencyWrite(mark)]);
    },
  };
}

/** Find the response of an earlier request with the same key, or null. Throws as `beginAttempt`. */
export async function findReplay(call: RequestContext): Promise<HandlerResult | null> {
  if (!call.idempotencyKey || !call.caller) return null;
  const record = await loadIdempotencyRecord(
    call.caller.workspace.id,
    call.operation,
    sha256(call.idempotencyKey),
    call.nowMs,
  );
  if (!record) return null;
  if (record.fingerprint !== fingerprintOf(call)) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request. Use a new key for a new request.',
    );
  }
  if (record.status === null) {
    throw new ApiError('request_in_flight', 'A request with this Idempotency-Key is being worked on.', {
      headers: { 'retry-after': '1' },
    });
  }
  return {
    status: record.status,
    body: record.is_encrypted ? decryptResponse(record.body, encryptionScope(call)) : record.body,
    headers: { ...record.headers, 'idempotent-replayed': 'true' },
  };
}

/**
 * Return an id of a request for the items it writes before its record.
 *
 * It is the same for every request with one Idempotency-Key, and unique for a request without one.
 */
export function idempotentRequestId(call: RequestContext): string {
  if (!call.idempotencyKey) return randomUUID();
  return sha256(`${sha256(call.idempotencyKey)}\n${fingerprintOf(call)}`);
}

function completionWrites(call: RequestContext, result: HandlerResult): Write[] {
  const record = toRecord(call, {
    status: result.status,
    headers: result.headers ?? {},
    ...storedBody(call, JSON.stringify(result.body)),
    expires_at_ms: Math.max(call.nowMs, result.idempotencyKeepUntilMs ?? 0) + IDEMPOTENCY_TTL_MS,
  });
  if (!record) return [];
  return [
    call.route?.hasExternalEffect ? completeIdempotencyWrite(record) : idempotencyWrite(record, call.nowMs),
  ];
}

function inFlightRecord(call: RequestContext): IdempotencyRecord | null {
  if (!call.route?.hasExternalEffect) return null;
  // The random body makes the records of two concurrent requests differ.
  const expires_at_ms = call.nowMs + IN_FLIGHT_TTL_MS;
  return toRecord(call, { status: null, headers: {}, body: randomUUID(), expires_at_ms });
}

function toRecord(
  call: RequestContext,
  response: Pick<IdempotencyRecord, 'status' | 'headers' | 'body' | 'is_encrypted' | 'expires_at_ms'>,
): IdempotencyRecord | null {
  if (!call.idempotencyKey || !call.caller) return null;
  return {
    workspace_id: call.caller.workspace.id,
    operation: call.operation,
    key_hash: sha256(call.idempotencyKey),
    fingerprint: fingerprintOf(call),
    ...response,
  };
}

// A secret that is shown once is stored only in a form that the table alone cannot show again.
function storedBody(call: RequestContext, body: string): Pick<IdempotencyRecord, 'body' | 'is_encrypted'> {
  if (!call.route?.showsSecret || !call.idempotencyKey) return { body };
  return { body: encryptResponse(body, encryptionScope(call)), is_encrypted: true };
}

function encryptionScope(call: RequestContext) {
  return {
    idempotencyKey: call.idempotencyKey!,
    workspaceId: call.caller!.workspace.id,
    operation: call.operation,
  };
}

// Two requests are the same when their parameters and bodies are equal as JSON, whatever the order of fields. A
// secret is shown again only to the API key it was shown to: another one may lack the permission.
function fingerprintOf(call: RequestContext): string {
  const shownTo = call.route?.showsSecret ? [call.caller?.clientId] : [];
  return sha256(canonicalJson([call.params, call.body, ...shownTo]));
}
