import type { Write } from './commit.ts';
import { itemOf, keyOf } from './keys.ts';
import { load } from './read.ts';

/** The answer a request with an idempotency key was given, to be given again. */
export interface IdempotencyRecord {
  workspace_id: string;
  operation: string;
  key_hash: string;
  fingerprint: string;
  status: number;
  headers: Record<string, string>;
  body: string;
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
    put: itemOf('Idempotency', record, {}, record.expires_at_ms),
    expect: { expiredBefore: nowMs },
  };
}
