import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runLifecycle, type Step } from './lifecycle.ts';
import { INVARIANTS, type Observed } from './lifecycle-invariants.ts';

const index = fc.nat(5);
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ action: fc.constant('schedule'), platforms: fc.nat(7), delay: fc.nat(7200) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('ask'),
      status: fc.constantFrom('draft', 'cancelled', 'published'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('rewrite'),
      field: fc.constantFrom('description', 'first_comment', 'first_comment'),
      text: fc.constantFrom('A', 'B', 'C'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('move'), delay: fc.nat(7200) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('cancel'), index }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('attempt'), index }) },
  { weight: 5, arbitrary: fc.record({ action: fc.constant('sweep') }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('await') }) },
  {
    weight: 16,
    arbitrary: fc.record({
      action: fc.constant('work'),
      index,
      outcome: fc.constantFrom(
        'published',
        'rejected',
        'retry',
        'unknown',
        'unknown',
        'retry-late',
        'duplicate',
        'unresolved',
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      action: fc.constant('look'),
      index,
      finding: fc.oneof(
        // Four of them in a row exhaust the checks.
        { weight: 7, arbitrary: fc.constant('not_seen') },
        { weight: 3, arbitrary: fc.constantFrom('live', 'not_live', 'impossible') },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('resolve'),
      index,
      outcome: fc.constantFrom('published', 'named', 'failed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('retry') }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('die'), index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('pass'),
      seconds: fc.constantFrom(15, 60, 130, 2000, 7200, 30_000),
    }),
  },
) as fc.Arbitrary<Step>;

const seen: Observed = {
  sends: 0,
  retries: 0,
  publications: 0,
  crashes: 0,
  takeovers: 0,
  expired: 0,
  fenced: 0,
  unconfirmedSends: 0,
  secondUnconfirmed: 0,
  unresolved: 0,
  foundLive: 0,
  foundNotLive: 0,
  notSeen: 0,
  checksExhausted: 0,
  checkImpossible: 0,
  checkFenced: 0,
  duplicates: 0,
  resolvedPublished: 0,
  resolvedFailed: 0,
  retriedByCaller: 0,
  unconfirmedCopied: 0,
  sentAfterUnconfirmed: 0,
  eventsOmitted: 0,
  partsContinued: 0,
  interrupted: 0,
  resumed: 0,
  partsRetried: 0,
  partsRewritten: 0,
};

describe('the publishing lifecycle in any order of scheduling, editing, cancelling, claiming, sending, crashing, settling, checking and resolving', () => {
  it.each(INVARIANTS)('%s', (invariant) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.array(steps, { maxLength: 200, size: 'max' }),
        (platforms, isThread, run) => runLifecycle(invariant, platforms, isThread, run, seen),
      ),
      { numRuns: 300 },
    );
  });

  it('reaches every notable state more than 20 times, so that no invariant holds vacuously', () => {
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
  });
});
