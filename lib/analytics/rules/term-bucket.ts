import { HOUR_MS } from '../../core/values/timestamps.ts';
import { hourOf } from './time-buckets.ts';

/** Hours per term bucket. A day is a whole number of buckets. */
export const HOURS_PER_TERM_BUCKET = 4;
/**
 * Number of buckets over which the terms of the same hours are spread by hash. A write of an item costs its whole size,
 * and a partition accepts a thousand write units per second.
 */
export const TERM_SHARDS = 4;
/** Maximum bytes of term names and counts in one bucket: 600 to 1,100 counts. */
export const MAX_TERM_BUCKET_BYTES = 16 * 1024;
/** Maximum number of terms counted for a post: its own terms first, then those of its comments. */
export const MAX_TERMS_PER_POST = 400;

// A small number takes two bytes, the attribute overhead one.
const OVERHEAD_BYTES = 3;
const encoder = new TextEncoder();

/** Return the term bucket that contains a time, as its first UTC hour `YYYY-MM-DDTHH`. */
export function termBucketOf(date: Date): string {
  const bucketMs = HOURS_PER_TERM_BUCKET * HOUR_MS;
  return hourOf(new Date(Math.floor(date.getTime() / bucketMs) * bucketMs));
}

/** Return the size in bytes that the counts of these terms take in a bucket. */
export function termBucketBytes(names: Iterable<string>): number {
  let bytes = 0;
  for (const name of names) bytes += encoder.encode(name).length + OVERHEAD_BYTES;
  return bytes;
}

/** Return the distinct terms of a text not yet counted for its post, within `MAX_TERMS_PER_POST`. */
export function newTerms(counted: readonly string[], terms: readonly string[]): string[] {
  const known = new Set(counted);
  const fresh = [...new Set(terms)].filter((term) => !known.has(term));
  return fresh.slice(0, Math.max(0, MAX_TERMS_PER_POST - known.size));
}

/** Return a filter of the terms that a bucket accepts: those in it (`stored`), and new ones while it is not full. */
export function termCapacityFilter(stored: Iterable<string>): (name: string) => boolean {
  const names = new Set(stored);
  const isFull = termBucketBytes(names) >= MAX_TERM_BUCKET_BYTES;
  return (name) => !isFull || names.has(name);
}
