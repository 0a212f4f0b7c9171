import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAWS, runLifecycle, type Seen, type Step } from './lifecycle.ts';

const index = fc.nat(5);
const steps = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('schedule'), platforms: fc.nat(7), delay: fc.nat(7200) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('ask'),
      status: fc.constantFrom('draft', 'cancelled', 'published'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('rewrite'), title: fc.constantFrom('A', 'B', 'C') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('move'), delay: fc.nat(7200) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cancel'), index }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('wake'), index }) },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('work'),
      index,
      outcome: fc.constantFrom('published', 'rejected', 'retry', 'unknown', 'retry-late'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('die'), index }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('pass'),
      seconds: fc.constantFrom(15, 60, 130, 2000, 7200, 30_000),
    }),
  },
) as fc.Arbitrary<Step>;

const seen: Seen = {
  sends: 0,
  retries: 0,
  publications: 0,
  unconfirmed: 0,
  takeovers: 0,
  givenUp: 0,
  fenced: 0,
};

describe('any order of scheduling, editing, cancelling, claiming, sending, dying and settling', () => {
  it.each(LAWS)('%s', (law) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(steps, { maxLength: 60, size: 'max' }),
        (platforms, run) => runLifecycle(law, platforms, run, seen),
      ),
      { numRuns: 400 },
    );
  });

  it('came by every interesting place in these runs, so that the laws did not hold over nothing', () => {
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
  });
});
