import { importFromPlatforms } from '../../lib/bundle/declarations.ts';
import type { Fixture } from '../../lib/platforms/kit/fixture.ts';
import type { PublishingAccount } from '../../lib/platforms/kit/publisher.ts';
import type { Platform } from '../../lib/platforms/platforms.ts';

const MODULES = await importFromPlatforms<{ fixture: Fixture }>('fixture.ts');

/** Per platform, `fixture` of its folder. */
export const FIXTURES = Object.fromEntries(MODULES.map(([name, { fixture }]) => [name, fixture])) as Record<
  Platform,
  Fixture
>;

export const TOKEN = 'token-3f9c1d';

/** Return the account that tests publish from. */
export function accountOn(platform: Platform): PublishingAccount {
  return { externalId: FIXTURES[platform].externalId, accessToken: TOKEN };
}

/**
 * The platforms whose requests and responses the tests of functions and of the simulator write out by hand.
 *
 * The conformance suite covers every platform, so a new one need not be added here.
 */
export const DETAILED_PLATFORMS = ['instagram', 'twitter', 'linkedin'] as const;

export type DetailedPlatform = (typeof DETAILED_PLATFORMS)[number];
