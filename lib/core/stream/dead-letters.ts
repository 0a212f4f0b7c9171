import type { DynamoDBRecord } from 'aws-lambda';
import { putObject } from '../aws/s3.ts';
import { requireEnv } from '../config/env.ts';
import { emitMetric } from '../observability/emit-metric.ts';
import { STREAM_RETRY_SECONDS } from '../retry/back-off.ts';
import { ConflictError } from '../retry/conflict.ts';
import { isTransient } from '../retry/transient-errors.ts';
import { changeTime } from './stream-record.ts';

// Sequence numbers have up to 40 digits. Padded ones sort by time.
const SEQUENCE_DIGITS = 40;

/**
 * Return whether a record is to be stored as a dead letter: retries since its change did not help, and the error is not
 * transient, or a conflict for 15 minutes. Lambda delivers records with other transient errors until they succeed.
 */
export function isDeadLetter({ dynamodb }: DynamoDBRecord, error: unknown, nowMs: number): boolean {
  const changedSeconds = dynamodb?.ApproximateCreationDateTime ?? nowMs / 1000;
  const ageSeconds = nowMs / 1000 - changedSeconds;
  if (error instanceof ConflictError) return ageSeconds >= STREAM_RETRY_SECONDS.conflict;
  return !isTransient(error) && ageSeconds >= STREAM_RETRY_SECONDS.error;
}

/**
 * Store a record with its error, in the form in which Lambda stores the batches that it discards. A repetition
 * overwrites the object. Throws when the record is not stored.
 */
export async function storeDeadLetter(record: DynamoDBRecord, error: unknown, nowMs: number): Promise<void> {
  const { name, message, stack } = error as Error;
  const letter = {
    timestamp: new Date(nowMs).toISOString(),
    error: { name, message, stack },
    payload: JSON.stringify({ Records: [record] }),
  };
  await putObject(requireEnv('STREAM_DEAD_LETTERS_BUCKET'), keyOf(record, nowMs), JSON.stringify(letter));
  emitMetric('StreamDeadLetters', 1);
}

function keyOf(record: DynamoDBRecord, nowMs: number): string {
  const sequence = record.dynamodb?.SequenceNumber ?? '';
  const second = changeTime(record, nowMs)
    .replace(/\.000Z$/, 'Z')
    .replaceAll(':', '.');
  return `records/${second}-${sequence.padStart(SEQUENCE_DIGITS, '0')}-${record.eventID}`;
}
