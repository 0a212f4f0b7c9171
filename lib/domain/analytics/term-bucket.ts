import { HOUR_MS } from '../timestamps.ts';
import { hourOf } from './time-buckets.ts';

/** Hours that are counted together in one block; a day is a whole number of blocks. */
export const HOURS_PER_TERM_BUCKET = 4;

/**
 * What a block may hold, in bytes of its counts' names and numbers. A count takes 15 to 25 bytes, so this is
 * 2,500 to 4,500 counts in four hours; the table's own limit is six times as much.
 */
export const MAX_TERM_BUCKET_BYTES = 64 * 1024;

/** A post's terms are counted up to this many, its own first, then those of comments on it. */
export const MAX_TERMS_PER_POST = 400;

// A number as small as these takes two bytes, the attribute around it one.
const BYTES_BESIDE_NAME = 3;
const encoder = new TextEncoder();

/** The block a time lies in: the UTC hour `YYYY-MM-DDTHH` its block begins with. */
export function termBucketOf(date: Date): string {
  const blockMs = HOURS_PER_TERM_BUCKET * HOUR_MS;
  return hourOf(new Date(Math.floor(date.getTime() / blockMs) * blockMs));
}

/** What the counts of these names take in a block, in bytes. */
export function termBucketBytes(names: Iterable<string>): number {
  let bytes = 0;
  for (const name of names) bytes += encoder.encode(name).length + BYTES_BESIDE_NAME;
  return bytes;
}

/** Of the terms of a text, those that are yet to be counted for its post, each once, while it has room for more. */
export function newTerms(counted: readonly string[], terms: readonly string[]): string[] {
  const known = new Set(counted);
  const fresh = [...new Set(terms)].filter((term) => !known.has(term));
  return fresh.slice(0, Math.max(0, MAX_TERMS_PER_POST - known.size));
}

/**
 * Whether a block takes a count: one it has already, always; a new one while it is not full. `held` are the
 * names it has.
 */
export function termCapacityFilter(held: Iterable<string>): (name: string) => boolean {
  const names = new Set(held);
  const isFull = termBucketBytes(names) >= MAX_TERM_BUCKET_BYTES;
  return (name) => !isFull || names.has(name);
}
