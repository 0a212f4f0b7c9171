// The domain's view of lib/platforms: the names and the pure facts, never the adapters.
export type { Media } from '../platforms/platform-definition.ts';
export {
  isPlatform,
  PLATFORM_ALIASES,
  PLATFORMS,
  type Platform,
  REPORTS_IMPRESSIONS,
  resolveAlias,
} from '../platforms/platforms.ts';
