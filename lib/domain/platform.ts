// The domain's view of lib/platforms: the names and the pure facts, never the adapters.
export type { Media } from '../platforms/platform-definition.ts';
export { isPlatform, PLATFORMS, type Platform } from '../platforms/platforms.ts';
