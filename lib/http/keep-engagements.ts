import { cameWith, type Receipt, type Sorted } from '../domain/ingestion.ts';
import type { FieldError } from '../domain/refusal.ts';
import { keepEngagement } from '../table/engagement.ts';
import { KEEP_MS } from './idempotency.ts';

/** What became of one element of a batch. */
export type Kept = { status: 'accepted' | 'duplicate' } | { status: 'rejected'; error: FieldError };

/**
 * Keeps what was sorted out, each by itself, and answers in its order. Returns or throws once all of them have come
 * to an end, so nothing is left half done by a frozen function. What follows from them, follows from the stream.
 */
export async function keepAll(sorted: Sorted[], receipt: Receipt): Promise<Kept[]> {
  const results = await Promise.allSettled(sorted.map((outcome) => keep(outcome, receipt)));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function keep(outcome: Sorted, receipt: Receipt): Promise<Kept> {
  if (outcome === 'repeated') return { status: 'duplicate' };
  if ('error' in outcome) return { status: 'rejected', error: outcome.error };
  const kept = await keepEngagement(outcome.engagement);
  return { status: !kept || cameWith(receipt, kept, KEEP_MS) ? 'accepted' : 'duplicate' };
}
