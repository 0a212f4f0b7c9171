import { importFromPlatforms } from '../../lib/bundle/declarations.ts';
import type { SimulatedPlatform } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import type { Platform } from '../../lib/platforms/platform.ts';

const MODULES = await importFromPlatforms<{ simulated: SimulatedPlatform }>('simulator/simulator.ts');

/** Per platform, `simulated` of its folder. */
export const SIMULATED_PLATFORMS = Object.fromEntries(
  MODULES.map(([name, { simulated }]) => [name, simulated]),
) as Record<Platform, SimulatedPlatform>;
