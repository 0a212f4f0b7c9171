import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import { runTokenLifecycle, TOKEN_INVARIANTS, type TokenStep, type TokensObserved } from './token-life.ts';

const index = fc.nat(3);
const steps = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('connect'),
      expiresIn: fc.constantFrom(null, 30, 3600, 7200, 60 * 86_400),
      hasRefreshToken: fc.boolean(),
    }),
  },
  { weight: 10, arbitrary: fc.record({ action: fc.constant('look') }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('reject') }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('accept') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      action: fc.constant('answer'),
      index,
      answer: fc.constantFrom('new pair', 'new access token', 'rejected', 'not carried out', 'unanswered'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('die'), index }) },
  {
    weight: 6,
    arbitrary: fc.record({
      action: fc.constant('pass'),
      seconds: fc.constantFrom(1, 30, 60, 300, 6300, 7140, 53 * 86_400),
    }),
  },
) as fc.Arbitrary<TokenStep>;

const seen: TokensObserved = {
  refreshes: 0,
  newPairs: 0,
  unchangedRefreshTokens: 0,
  rejected: 0,
  postponed: 0,
  lost: 0,
  deaths: 0,
  takeovers: 0,
  fenced: 0,
  waits: 0,
  rejections: 0,
  foundAgain: 0,
  uses: 0,
  usesInNeed: 0,
  needs: 0,
  reconnected: 0,
};

describe('the token lifecycle of an account in any order of connecting, using, rejecting, refreshing, responding and crashing', () => {
  it.each(TOKEN_INVARIANTS)('%s', (invariant) => {
    fc.assert(
      fc.property(fc.constantFrom(...PLATFORMS), fc.array(steps, { maxLength: 80, size: 'max' }), (platform, run) =>
        runTokenLifecycle(invariant, platform, run, seen),
      ),
      { numRuns: 300 },
    );
  });

  it('reaches every notable state more than 20 times, so that no invariant holds vacuously', () => {
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
  });
});
