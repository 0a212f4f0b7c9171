import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, startOfHour } from '../../lib/domain/buckets.ts';
import {
  admission,
  BLOCK_BYTES,
  BLOCK_HOURS,
  blockBytes,
  blockOf,
  freshTerms,
  POST_TERMS,
} from '../../lib/domain/term-block.ts';

describe('blockOf', () => {
  it('is the hour in which the four hours of a time begin, the same every day', () => {
    expect(blockOf(new Date('2027-03-10T00:00:00Z'))).toBe('2027-03-10T00');
    expect(blockOf(new Date('2027-03-10T14:25:00Z'))).toBe('2027-03-10T12');
    expect(blockOf(new Date('2027-03-10T23:59:59.999Z'))).toBe('2027-03-10T20');
  });

  it('begins less than four hours before its time, and not after it', () => {
    const anyTime = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyTime, (time) => {
        const behind = time.getTime() - startOfHour(blockOf(time)).getTime();
        expect(behind).toBeGreaterThanOrEqual(0);
        expect(behind).toBeLessThan(BLOCK_HOURS * HOUR_MS);
      }),
    );
  });
});

describe('freshTerms', () => {
  it('leaves out what was counted before, and names the rest once', () => {
    expect(freshTerms(['a', 'b'], ['b', 'c', 'c', 'd'])).toEqual(['c', 'd']);
  });

  it('stops at what is counted of one post', () => {
    const counted = Array.from({ length: POST_TERMS - 1 }, (_, index) => `term ${index}`);
    expect(freshTerms(counted, ['one', 'more'])).toEqual(['one']);
    expect(freshTerms([...counted, 'one'], ['more'])).toEqual([]);
  });
});

describe('admission', () => {
  it('takes any term while there is room', () => {
    expect(admission(['0|a'])('1|b')).toBe(true);
  });

  it('takes only what is there already once a block is full', () => {
    const names = Array.from({ length: BLOCK_BYTES / 16 }, (_, index) => `0|term ${index}`.padEnd(13));
    expect(blockBytes(names)).toBeGreaterThanOrEqual(BLOCK_BYTES);
    const takes = admission(names);
    expect([takes(names[7]!), takes('0|new')]).toEqual([true, false]);
  });

  it('counts bytes, not characters', () => {
    expect(blockBytes(['0|ß日'])).toBe(2 + 2 + 3 + 3);
  });
});
