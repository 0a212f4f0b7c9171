import { randomUUID } from 'node:crypto';
import { acceptsIdempotencyKey } from '../../core/api/define-operation.ts';
import { assertHoldsAll } from '../../core/api/permission.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { idempotencyKeyReused, invalidRequest, requestInFlight } from '../../core/problems/problems.ts';
import { commit, type Write } from '../../core/table/commit.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import {
  completeIdempotencyWrite,
  type IdempotencyRecord,
  idempotencyWrite,
  loadIdempotencyRecord,
  releaseIdempotencyWrite,
} from '../store/idempotency-records.ts';
import { decryptResponse, encryptResponse } from './encrypted-response.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';

/** How long a key identifies a request; longer when its work is scheduled for later, and for a change of an agent. */
export const IDEMPOTENCY_TTL_MS = 24 * 3600 * 1000;
/** Longer than any endpoint may run: after it a request that was in flight has ended. */
const IN_FLIGHT_TTL_MS = 60_000;

/**
 * Read `Idempotency-Key` of a POST, and of a PUT by an agent: 1–255 printable ASCII characters, quoted or bare. See
 * docs/reference/requests.md.
 */
export function readIdempotencyKey(context: RequestContext): void {
  const header = context.event.headers?.['idempotency-key'];
  if (header === undefined || !context.caller || !acceptsKey(context)) return;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidRequest('Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  context.idempotencyKey = { key, hash: sha256(scopedKey(key, context)), fingerprint: fingerprintOf(context) };
}

// A repeated PUT of an agent that lost the response would undo what others have edited since.
function acceptsKey({ endpoint, caller }: RequestContext): boolean {
  return endpoint !== null && acceptsIdempotencyKey(endpoint) && (endpoint.method === 'POST' || caller?.agent != null);
}

// The keys of an agent are its own: they are kept for long, and must take none from the programs of the workspace. Those of a
// stage key are too: another one may name fewer workspaces. A line feed is in no key.
function scopedKey(key: string, { caller }: RequestContext): string {
  return caller?.agent || caller?.stage || caller?.portal ? `${caller.clientId}\n${key}` : key;
}

/** One attempt at a request. Without an Idempotency-Key it has no replay and no writes. */
export interface IdempotentAttempt {
  /** The response of an earlier request with the same key, to be returned instead of a new one. */
  replay: HandlerResult | null;
  /** Build the writes that store the response. Commit them with its effect: both happen or neither does. */
  complete: (result: HandlerResult) => Write[];
  /** Delete the in-flight record after a failure without an effect: the key can be reused. */
  release: () => Promise<void>;
}

/**
 * Begin an attempt at a request: find its replay, or mark its key as in flight. Only operations with an effect outside
 * the table are marked, because no transaction covers that effect. `ready` runs before the in-flight record is written.
 * Throws 422 when the key belongs to another request, and 409 while that request is in flight.
 */
export async function beginAttempt(context: RequestContext, ready: () => Promise<void>): Promise<IdempotentAttempt> {
  const replay = await findReplay(context);
  if (replay) return { replay, complete: () => [], release: async () => {} };
  await ready();
  const inFlight = inFlightRecord(context);
  if (inFlight) await commit([idempotencyWrite(inFlight, context.nowMs)]);
  return {
    replay: null,
    complete: (result) => completionWrites(context, result),
    release: async () => {
      if (inFlight) await commit([releaseIdempotencyWrite(inFlight)]);
    },
  };
}

/**
 * Find the response of an earlier request with the same key, or null. Throws as `beginAttempt`, and 403 for a token
 * that lacks a permission of the earlier one.
 */
export async function findReplay(context: RequestContext): Promise<HandlerResult | null> {
  if (!context.idempotencyKey || !context.caller) return null;
  const record = await loadIdempotencyRecord(
    context.caller.workspace.id,
    context.operation,
    context.idempotencyKey.hash,
    context.nowMs,
  );
  if (!record) return null;
  if (record.fingerprint !== context.idempotencyKey.fingerprint) {
    throw idempotencyKeyReused('This Idempotency-Key was used with another request. Use a new key for a new request.');
  }
  if (record.status === null) {
    throw requestInFlight('A request with this Idempotency-Key is in progress.', {
      headers: { 'retry-after': '1' },
    });
  }
  // The response was built for a token with these permissions: a lesser one might not see all of it.
  assertHoldsAll(
    context.caller.permissions,
    record.permissions,
    'The response to this Idempotency-Key was built for a token with more permissions.',
  );
  return {
    status: record.status,
    body: record.is_encrypted ? decryptResponse(record.body, encryptionScope(context)) : record.body,
    headers: { ...record.headers, 'idempotent-replayed': 'true' },
  };
}

/**
 * Return an id of a request for the items it writes before its record. It is the same for every request with one
 * Idempotency-Key, and unique for a request without one.
 */
export function idempotentRequestId(context: RequestContext): string {
  if (!context.idempotencyKey) return randomUUID();
  const { hash, fingerprint } = context.idempotencyKey;
  return sha256(`${hash}\n${fingerprint}`);
}

function completionWrites(context: RequestContext, result: HandlerResult): Write[] {
  if (!context.idempotencyKey) return [];
  const record = toRecord(context, {
    status: result.status,
    headers: result.headers ?? {},
    ...storedBody(context, JSON.stringify(result.body)),
    expires_at_ms: recordEndMs(context, result),
  });
  if (!record) return [];
  return [
    context.endpoint?.hasExternalEffect ? completeIdempotencyWrite(record) : idempotencyWrite(record, context.nowMs),
  ];
}

// An agent may repeat a change at any time, also after its post was published: until its key expires, after which no
// request has it. The budgets of the key bound the number of these records.
function recordEndMs(
  { caller, nowMs }: RequestContext,
  { agentUse, idempotencyKeepUntilMs = 0 }: HandlerResult,
): number {
  const endMs = Math.max(nowMs, idempotencyKeepUntilMs) + IDEMPOTENCY_TTL_MS;
  return caller?.agent && agentUse ? Math.max(endMs, caller.keyExpiresAtMs ?? 0) : endMs;
}

function inFlightRecord(context: RequestContext): IdempotencyRecord | null {
  if (!context.endpoint?.hasExternalEffect) return null;
  // The random body makes the records of two concurrent requests differ.
  const expires_at_ms = context.nowMs + IN_FLIGHT_TTL_MS;
  return toRecord(context, { status: null, headers: {}, body: randomUUID(), expires_at_ms });
}

function toRecord(
  context: RequestContext,
  response: Pick<IdempotencyRecord, 'status' | 'headers' | 'body' | 'is_encrypted' | 'expires_at_ms'>,
): IdempotencyRecord | null {
  if (!context.idempotencyKey || !context.caller) return null;
  return {
    workspace_id: context.caller.workspace.id,
    operation: context.operation,
    key_hash: context.idempotencyKey.hash,
    fingerprint: context.idempotencyKey.fingerprint,
    permissions: context.caller.permissions,
    ...response,
  };
}

// A secret that is shown once is stored only in a form that the table alone cannot show again.
function storedBody(context: RequestContext, body: string): Pick<IdempotencyRecord, 'body' | 'is_encrypted'> {
  if (!context.endpoint?.showsSecret || !context.idempotencyKey) return { body };
  return { body: encryptResponse(body, encryptionScope(context)), is_encrypted: true };
}

function encryptionScope(context: RequestContext) {
  return {
    idempotencyKey: context.idempotencyKey!.key,
    workspaceId: context.caller!.workspace.id,
    operation: context.operation,
  };
}

// Two requests are the same when their parameters and bodies are equal as JSON, whatever the order of fields. A
// secret is shown again only to the API key it was shown to: another one may lack the permission.
function fingerprintOf(context: RequestContext): string {
  const shownTo = context.endpoint?.showsSecret ? [context.caller?.clientId] : [];
  return sha256(canonicalJson([context.params, context.body, ...shownTo]));
}
