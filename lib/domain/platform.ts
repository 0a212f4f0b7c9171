// The domain's view of lib/platforms: the names and the pure facts, never the adapters.
export {
  type FollowingPart,
  isLibraryMedia,
  type LibraryMedia,
  type LinkedMedia,
  type Media,
  type Post,
  type PublishedPart,
  VISIBILITIES,
  type Visibility,
} from '../platforms/platform-definition.ts';
export {
  isPlatform,
  PLATFORM_ALIASES,
  PLATFORMS,
  type Platform,
  reportsImpressions,
  resolveAlias,
} from '../platforms/platforms.ts';
