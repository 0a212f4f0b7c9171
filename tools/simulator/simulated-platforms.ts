import type { SimulatedPlatform } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';

const MODULES = PLATFORMS.map(async (name): Promise<[Platform, SimulatedPlatform]> => {
  const { simulated } = await import(`../../lib/platforms/${name}/simulator/simulator.ts`);
  return [name, simulated];
});

/** Per platform, `simulated` of its folder. */
export const SIMULATED_PLATFORMS = Object.fromEntries(await Promise.all(MODULES)) as Record<
  Platform,
  SimulatedPlatform
>;
