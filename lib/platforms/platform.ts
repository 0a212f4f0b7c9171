// What rules use of the platforms: the names and the pure facts, never the adapters.
export {
  type FollowingPart,
  isLibraryMedia,
  type LibraryMedia,
  type LinkedMedia,
  type Media,
  type NamedPost,
  type Post,
  type PublishedPart,
  VIDEO_RULES,
  VISIBILITIES,
  type VideoFormRule,
  type VideoLimitRule,
  type VideoRule,
  type Visibility,
} from './kit/definition/platform-definition.ts';
export {
  isPlatform,
  PLATFORM_ALIASES,
  PLATFORMS,
  type Platform,
  reportsImpressions,
  resolveAlias,
} from './platforms.ts';
