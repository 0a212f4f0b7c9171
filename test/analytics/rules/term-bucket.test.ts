import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HOURS_PER_TERM_BUCKET,
  MAX_TERM_BUCKET_BYTES,
  MAX_TERMS_PER_POST,
  newTerms,
  termBucketBytes,
  termBucketOf,
  termCapacityFilter,
} from '../../../lib/analytics/rules/term-bucket.ts';
import { startOfHour } from '../../../lib/analytics/rules/time-buckets.ts';
import { HOUR_MS } from '../../../lib/core/values/timestamps.ts';

describe('termBucketOf', () => {
  it('is the first of the four hours that contain a time, the same every day', () => {
    expect(termBucketOf(new Date('2027-03-10T00:00:00Z'))).toBe('2027-03-10T00');
    expect(termBucketOf(new Date('2027-03-10T14:25:00Z'))).toBe('2027-03-10T12');
    expect(termBucketOf(new Date('2027-03-10T23:59:59.999Z'))).toBe('2027-03-10T20');
  });

  it('starts less than four hours before its time, and not after it', () => {
    const anyTime = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyTime, (time) => {
        const behind = time.getTime() - startOfHour(termBucketOf(time)).getTime();
        expect(behind).toBeGreaterThanOrEqual(0);
        expect(behind).toBeLessThan(HOURS_PER_TERM_BUCKET * HOUR_MS);
      }),
    );
  });
});

describe('newTerms', () => {
  it('excludes counted terms, and returns each other term once', () => {
    expect(newTerms(['a', 'b'], ['b', 'c', 'c', 'd'])).toEqual(['c', 'd']);
  });

  it('stops at the maximum number of terms per post', () => {
    const counted = Array.from({ length: MAX_TERMS_PER_POST - 1 }, (_, index) => `term ${index}`);
    expect(newTerms(counted, ['one', 'more'])).toEqual(['one']);
    expect(newTerms([...counted, 'one'], ['more'])).toEqual([]);
  });
});

describe('termCapacityFilter', () => {
  it('accepts any term while there is room', () => {
    expect(termCapacityFilter(['0|a'])('1|b')).toBe(true);
  });

  it('accepts only stored terms once a bucket is full', () => {
    const names = Array.from({ length: MAX_TERM_BUCKET_BYTES / 16 }, (_, index) => `0|term ${index}`.padEnd(13));
    expect(termBucketBytes(names)).toBeGreaterThanOrEqual(MAX_TERM_BUCKET_BYTES);
    const takes = termCapacityFilter(names);
    expect([takes(names[7]!), takes('0|new')]).toEqual([true, false]);
  });

  it('counts bytes, not characters', () => {
    expect(termBucketBytes(['0|ß日'])).toBe(2 + 2 + 3 + 3);
  });
});
