import type { Write } from './commit.ts';
import { load } from './read.ts';
import { keyOf, toItem } from './schema.ts';

/** The answer a request with an idempotency key was given, to be given again; `status` null while in flight. */
export interface IdempotencyRecord {
  workspace_id: string;
  operation: string;
  key_hash: string;
  fingerprint: string;
  status: number | null;
  headers: Record<string, string>;
  body: string;
  /** The body is encrypted, because it shows a secret: see lib/http/encrypted-response.ts. */
  is_encrypted?: true;
  expires_at_ms: number;
}

/** The record of an earlier request that has not ended, or null. */
export async function loadIdempotencyRecord(
  workspaceId: string,
  operation: string,
  keyHash: string,
  nowMs: number,
): Promise<IdempotencyRecord | null> {
  const record = await load<IdempotencyRecord>(
    keyOf('Idempotency', { workspace_id: workspaceId, operation, key_hash: keyHash }),
  );
  return record && record.expires_at_ms > nowMs ? record : null;
}

/** The write of a record, in the transaction of the effect. A record that came first wins. */
export function idempotencyWrite(record: IdempotencyRecord, nowMs: number): Write {
  return {
    put: toItem('Idempotency', record, {}, record.expires_at_ms),
    condition: { expiredBefore: nowMs },
  };
}

/** The write that puts the answer in the place of the record in flight, which only its own request does. */
export function completeIdempotencyWrite(record: IdempotencyRecord): Write {
  return { put: toItem('Idempotency', record, {}, record.expires_at_ms), condition: 'present' };
}

/** The write that takes a record in flight back: nothing happened, and the key is free again. */
export function releaseIdempotencyWrite(record: IdempotencyRecord): Write {
  return { delete: keyOf('Idempotency', { ...record }), condition: 'any' };
}
