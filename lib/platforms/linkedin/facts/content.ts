import { JPEG_EXTENSIONS } from '../../kit/definition/image-extensions.ts';
import type { ContentFormat, ContentRule } from '../../kit/definition/platform-definition.ts';

// The pages are undated; they were read in August 2026 or later.
const AS_OF = '2026-08-01';
const SHARES = 'https://learn.microsoft.com/linkedin/marketing/community-management/shares';
const POSTS = `${SHARES}/posts-api`;
const COMMENTS = `${SHARES}/comments-api`;
const IMAGES = `${SHARES}/images-api`;
const VIDEOS = `${SHARES}/videos-api`;
const MULTI_IMAGE = `${SHARES}/multiimage-post-api`;

// biome-ignore format: one rule per row
const RULES: readonly ContentRule[] = [
  // LinkedIn counts the text it shows. Whether the adapter's escaping backslashes count is not documented.
  { as_of: AS_OF, rule: 'text_too_long', limit: 3000, source: POSTS },
  { as_of: AS_OF, rule: 'thread_unsupported', source: POSTS },
  // The page does not state the limit; it is widely known.
  { as_of: AS_OF, rule: 'comment_too_long', limit: 1250, source: COMMENTS },
  { as_of: AS_OF, rule: 'too_many_media', limit: 20, source: MULTI_IMAGE },
  { as_of: AS_OF, rule: 'media_unsupported', accepts: [...JPEG_EXTENSIONS, 'png', 'gif'], source: IMAGES },
  // The page states none. The service sends no larger file.
  { as_of: AS_OF, rule: 'image_too_large', limit: 36 * 1024 * 1024, source: IMAGES },
  // The page says: less than 36,152,320.
  { as_of: AS_OF, rule: 'image_too_many_pixels', limit: 36_152_319, source: IMAGES },
  { as_of: AS_OF, rule: 'animation_too_many_frames', limit: 250, source: IMAGES },
  { as_of: AS_OF, rule: 'media_mixed', accepts: ['video'], source: VIDEOS },
  { as_of: AS_OF, rule: 'video_type_unsupported', accepts: ['mp4'], source: VIDEOS },
  // The page says "75kb" and "500 MB"; the smaller meanings.
  { as_of: AS_OF, rule: 'video_too_small', limit: 75_000, source: VIDEOS },
  { as_of: AS_OF, rule: 'video_too_large', limit: 500_000_000, source: VIDEOS },
  { as_of: AS_OF, rule: 'video_too_short', limit: 3, source: VIDEOS },
  { as_of: AS_OF, rule: 'video_too_long', limit: 1800, source: VIDEOS },
  { as_of: AS_OF, rule: 'link_with_media', source: POSTS },
  { as_of: AS_OF, rule: 'visibility_unsupported', accepts: ['public', 'connections'], source: POSTS },
  // The page does not state the limit; it is widely known.
  { as_of: AS_OF, rule: 'alt_text_too_long', limit: 4086, source: POSTS },
];

/** The posts that LinkedIn accepts. */
export const content: ContentFormat = { rules: RULES };
