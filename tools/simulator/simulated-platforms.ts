import type { Platform } from '../../lib/platforms/facts/platform.ts';
import { simulatedBluesky } from './bluesky/index.ts';
import { simulatedInstagram } from './instagram/index.ts';
import { simulatedLinkedIn } from './linkedin/index.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';
import { simulatedTwitter } from './twitter/index.ts';

/** One row per platform. The order is that of the accounts of the sample data. */
export const SIMULATED_PLATFORMS: Record<Platform, SimulatedPlatform> = {
  twitter: simulatedTwitter,
  linkedin: simulatedLinkedIn,
  instagram: simulatedInstagram,
  bluesky: simulatedBluesky,
};
