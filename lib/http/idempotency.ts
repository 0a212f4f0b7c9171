import { createHash, randomUUID } from 'node:crypto';
import { ApiError } from '../domain/api-error.ts';
import type { Write } from '../table/commit.ts';
import {
  completeIdempotencyWrite,
  type IdempotencyRecord,
  idempotencyWrite,
  loadIdempotencyRecord,
  releaseIdempotencyWrite,
} from '../table/idempotency-records.ts';
import { decryptResponse, encryptResponse } from './encrypted-response.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';

/** How long the same key is the same request, unless its work is scheduled for later. */
export const IDEMPOTENCY_TTL_MS = 24 * 3600 * 1000;
/** Longer than any endpoint may run: then the request that was in flight is dead. */
const IN_FLIGHT_TTL_MS = 60_000;

/** Reads `Idempotency-Key` of a POST: 1–255 printable ASCII characters, quoted or bare. Contract, section 9. */
export function readIdempotencyKey(call: RequestContext): void {
  const sent = call.event.headers?.['idempotency-key'];
  if (sent === undefined || call.route?.method !== 'POST' || !call.caller) return;
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError('invalid_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  call.idempotencyKey = key;
}

/** The answer to the same request given before, if there was one; 422 when it had another body. */
export async function findReplay(call: RequestContext): Promise<HandlerResult | null> {
  if (!call.idempotencyKey || !call.caller) return null;
  const record = await loadIdempotencyRecord(
    call.caller.workspace.id,
    call.operation,
    hash(call.idempotencyKey),
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

/** The record of this answer, to be committed with its effect: both happen or neither does. */
export function idempotencyWrites(call: RequestContext, reply: HandlerResult): Write[] {
  const record = toIdempotencyRecord(call, {
    status: reply.status,
    headers: reply.headers ?? {},
    ...bodyOf(call, JSON.stringify(reply.body)),
    expires_at_ms: Math.max(call.nowMs, reply.idempotencyKeepUntilMs ?? 0) + IDEMPOTENCY_TTL_MS,
  });
  if (!record) return [];
  return [
    call.route?.hasExternalEffect ? completeIdempotencyWrite(record) : idempotencyWrite(record, call.nowMs),
  ];
}

/**
 * For an operation whose effect is outside the table, where no transaction reaches: the writes that mark its
 * key as in flight before it acts, and those that take the mark back when it was refused.
 */
export function inFlightWrites(call: RequestContext): { begin: Write[]; release: Write[] } {
  const record = call.route?.hasExternalEffect
    ? toIdempotencyRecord(call, {
        status: null,
        headers: {},
        body: randomUUID(),
        expires_at_ms: call.nowMs + IN_FLIGHT_TTL_MS,
      })
    : null;
  if (!record) return { begin: [], release: [] };
  return { begin: [idempotencyWrite(record, call.nowMs)], release: [releaseIdempotencyWrite(record)] };
}

/**
 * The name of a request, for what it writes before its record is written: the same each time a request with
 * an Idempotency-Key is sent, and one of its own for every other.
 */
export function idempotentRequestId(call: RequestContext): string {
  if (!call.idempotencyKey) return randomUUID();
  return hash(`${hash(call.idempotencyKey)}\n${fingerprintOf(call)}`);
}

function toIdempotencyRecord(
  call: RequestContext,
  answer: Pick<IdempotencyRecord, 'status' | 'headers' | 'body' | 'is_encrypted' | 'expires_at_ms'>,
): IdempotencyRecord | null {
  if (!call.idempotencyKey || !call.caller) return null;
  return {
    workspace_id: call.caller.workspace.id,
    operation: call.operation,
    key_hash: hash(call.idempotencyKey),
    fingerprint: fingerprintOf(call),
    ...answer,
  };
}

/** The body as the record keeps it: a secret that is shown once is not kept where the table can show it again. */
function bodyOf(call: RequestContext, body: string): Pick<IdempotencyRecord, 'body' | 'is_encrypted'> {
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

/**
 * Says whether two requests are the same: by what they mean, not by the order of their fields. A secret is
 * shown again only to the key it was shown to: another one might not have been given it.
 */
function fingerprintOf(call: RequestContext): string {
  const shownTo = call.route?.showsSecret ? [call.caller?.clientId] : [];
  return hash(JSON.stringify([sorted(call.params), sorted(call.body), ...shownTo]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
