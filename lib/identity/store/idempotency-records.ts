import type { Permission } from '../../core/api/permission.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { idempotencyEntity } from '../entities/requests.ts';

/** The stored response of a request with an Idempotency-Key; `status` is null while it is in flight. */
export interface IdempotencyRecord {
  workspace_id: string;
  operation: string;
  key_hash: string;
  fingerprint: string;
  /** The permissions of the token that got the response, which a replay needs. */
  permissions: readonly Permission[];
  status: number | null;
  headers: Record<string, string>;
  body: string;
  /** True when the body is encrypted because it contains a secret: see lib/identity/pipeline/encrypted-response.ts. */
  is_encrypted?: true;
  expires_at_ms: number;
}

/** Load the unexpired record of an earlier request, or null. */
export async function loadIdempotencyRecord(workspaceId: string, operation: string, keyHash: string, nowMs: number) {
  const record = await load<IdempotencyRecord>(
    keyOf(idempotencyEntity, { workspace_id: workspaceId, operation, key_hash: keyHash }),
  );
  return record && record.expires_at_ms > nowMs ? record : null;
}

/** Build the write of a record. It fails when an unexpired record exists. */
export function idempotencyWrite(record: IdempotencyRecord, nowMs: number): Write {
  return { put: toItem(idempotencyEntity, record, {}, record.expires_at_ms), condition: { expiredBefore: nowMs } };
}

/** Build the write that replaces an in-flight record by the response of its request. */
export function completeIdempotencyWrite(record: IdempotencyRecord): Write {
  return { put: toItem(idempotencyEntity, record, {}, record.expires_at_ms), condition: 'present' };
}

/** Build the write that deletes an in-flight record, so that the key can be used again. */
export function releaseIdempotencyWrite(record: IdempotencyRecord): Write {
  return { delete: keyOf(idempotencyEntity, { ...record }), condition: 'any' };
}
