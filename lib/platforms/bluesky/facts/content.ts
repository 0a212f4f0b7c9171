import { JPEG_EXTENSIONS } from '../../kit/definition/image-extensions.ts';
import type { ContentFormat, ContentRule } from '../../kit/definition/platform-definition.ts';

const AS_OF = '2026-11-22';
const LEXICONS = 'https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky';
const POST = `${LEXICONS}/feed/post.json`;
const VIDEO = `${LEXICONS}/embed/video.json`;
const VIDEO_LENGTH = 'https://bsky.app/profile/bsky.app/post/3lk26lxn6sk2u';
const IMAGES = `${LEXICONS}/embed/images.json`;

// biome-ignore format: one rule per row
const RULES: readonly ContentRule[] = [
  { as_of: AS_OF, rule: 'text_too_long', limit: 300, source: POST },
  // Reached first by emoji of many code points: a family has one grapheme and 25 bytes.
  { as_of: AS_OF, rule: 'text_too_many_bytes', limit: 3000, source: POST },
  { as_of: AS_OF, rule: 'too_many_media', limit: 4, source: IMAGES },
  { as_of: AS_OF, rule: 'media_unsupported', accepts: [...JPEG_EXTENSIONS, 'png', 'webp'], source: IMAGES },
  { as_of: AS_OF, rule: 'image_too_large', limit: 2_000_000, source: IMAGES },
  { as_of: AS_OF, rule: 'media_mixed', accepts: ['video'], source: POST },
  { as_of: AS_OF, rule: 'video_type_unsupported', accepts: ['mp4'], source: VIDEO },
  { as_of: AS_OF, rule: 'video_too_large', limit: 300_000_000, source: VIDEO },
  // The lexicon has no limit. A longer video would be stored, and not be shown.
  { as_of: AS_OF, rule: 'video_too_long', limit: 180, source: VIDEO_LENGTH },
  { as_of: AS_OF, rule: 'link_with_media', source: POST },
  { as_of: AS_OF, rule: 'visibility_unsupported', accepts: ['public'], source: POST },
  // The lexicon has no limit; the app accepts 2,000 characters.
  { as_of: AS_OF, rule: 'alt_text_too_long', limit: 2000, source: IMAGES },
];

/** Built on first use: creating it takes a tenth of a cold start. */
let segmenter: Intl.Segmenter | undefined;

// Below U+0300 no character joins another, except the two of a Windows line break.
const MAY_JOIN = /\r|[\u0300-\uFFFF]/;

/** Count graphemes, the characters that a reader sees. */
function countGraphemes(text: string): number {
  if (!MAY_JOIN.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].length;
}

/** The posts that Bluesky accepts. */
export const content: ContentFormat = {
  rules: RULES,
  countText: countGraphemes,
  textUnit: 'characters (graphemes)',
};
