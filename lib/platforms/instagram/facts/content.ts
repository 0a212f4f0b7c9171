import { JPEG_EXTENSIONS } from '../../kit/definition/image-extensions.ts';
import type { ContentFormat, ContentRule } from '../../kit/definition/platform-definition.ts';

// The pages are undated; they were read in August 2026 or later.
const AS_OF = '2026-08-01';
const DOCS = 'https://developers.facebook.com/docs/instagram-platform';
const PUBLISHING = `${DOCS}/content-publishing`;
const MEDIA = `${DOCS}/instagram-graph-api/reference/ig-user/media`;

// biome-ignore format: one rule per row
const RULES: readonly ContentRule[] = [
  { as_of: AS_OF, rule: 'media_required', limit: 1, source: PUBLISHING },
  { as_of: AS_OF, rule: 'thread_unsupported', source: PUBLISHING },
  { as_of: AS_OF, rule: 'too_many_media', limit: 10, source: PUBLISHING },
  { as_of: AS_OF, rule: 'media_unsupported', accepts: JPEG_EXTENSIONS, source: PUBLISHING },
  { as_of: AS_OF, rule: 'text_too_long', limit: 2200, source: MEDIA },
  // In December 2025 Instagram announced a limit of 5. The API documentation still says 30, and rejecting a post
  // that Instagram would accept is the greater harm.
  { as_of: AS_OF, rule: 'too_many_hashtags', limit: 30, source: MEDIA },
  { as_of: AS_OF, rule: 'too_many_mentions', limit: 20, source: MEDIA },
  // The page says "8 MB"; the smaller meaning.
  { as_of: AS_OF, rule: 'image_too_large', limit: 8_000_000, source: MEDIA },
  { as_of: AS_OF, rule: 'image_too_narrow', limit: 320, source: MEDIA },
  { as_of: AS_OF, rule: 'image_too_wide', limit: 1440, source: MEDIA },
  { as_of: AS_OF, rule: 'image_aspect_ratio', accepts: ['4:5', '1.91:1'], source: MEDIA },
  // Instagram takes videos in carousels too; this service publishes a video alone, as a reel.
  { as_of: AS_OF, rule: 'media_mixed', accepts: ['video'], source: PUBLISHING },
  // Reels. The page also asks for files without edit lists and with the index first. Most phones and encoders write others,
  // and rejecting a post that Instagram would accept is the greater harm.
  { as_of: AS_OF, rule: 'video_type_unsupported', accepts: ['mp4', 'mov'], source: MEDIA },
  { as_of: AS_OF, rule: 'video_too_large', limit: 300_000_000, source: MEDIA },
  { as_of: AS_OF, rule: 'video_too_short', limit: 3, source: MEDIA },
  { as_of: AS_OF, rule: 'video_too_long', limit: 900, source: MEDIA },
  { as_of: AS_OF, rule: 'video_codec_unsupported', accepts: ['h264', 'hevc'], source: MEDIA },
  { as_of: AS_OF, rule: 'video_chroma_unsupported', accepts: ['4:2:0', '4:2:0 10-bit'], source: MEDIA },
  { as_of: AS_OF, rule: 'video_scan_unsupported', accepts: ['progressive'], source: MEDIA },
  { as_of: AS_OF, rule: 'video_frame_rate_too_low', limit: 23, source: MEDIA },
  { as_of: AS_OF, rule: 'video_frame_rate_too_high', limit: 60, source: MEDIA },
  { as_of: AS_OF, rule: 'video_too_wide', limit: 1920, source: MEDIA },
  { as_of: AS_OF, rule: 'video_aspect_ratio', accepts: ['0.01:1', '10:1'], source: MEDIA },
  { as_of: AS_OF, rule: 'video_bit_rate_too_high', limit: 25_000_000, source: MEDIA },
  { as_of: AS_OF, rule: 'audio_codec_unsupported', accepts: ['aac'], source: MEDIA },
  { as_of: AS_OF, rule: 'audio_too_many_channels', limit: 2, source: MEDIA },
  { as_of: AS_OF, rule: 'audio_sample_rate_too_high', limit: 48_000, source: MEDIA },
  { as_of: AS_OF, rule: 'link_unsupported', source: MEDIA },
  { as_of: AS_OF, rule: 'visibility_unsupported', accepts: ['public'], source: MEDIA },
  // The page does not state the limit; it is common knowledge.
  { as_of: AS_OF, rule: 'alt_text_too_long', limit: 1000, source: MEDIA },
];

/** The posts that Instagram accepts. */
export const content: ContentFormat = { rules: RULES };
