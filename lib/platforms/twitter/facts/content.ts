import { JPEG_EXTENSIONS } from '../../kit/definition/image-extensions.ts';
import type { ContentFormat, ContentRule } from '../../kit/definition/platform-definition.ts';
import { findUrls } from './text/post-urls.ts';
import { findRejectedCharacter, weightedLength } from './text/weighted-length.ts';

const AS_OF = '2026-08-22';
const VIDEOS_AS_OF = '2026-11-25';
const COUNTING = 'https://docs.x.com/fundamentals/counting-characters';
const CREATE_POST = 'https://docs.x.com/x-api/posts/create-post';
const MEDIA = 'https://docs.x.com/x-api/media/quickstart/best-practices';
const DIMENSIONS = 'https://github.com/DocNow/diffengine/issues/18';
const UPLOAD = 'https://docs.x.com/x-api/media/quickstart/media-upload-chunked';
const VIDEO_SIZES = 'https://help.x.com/en/using-x/x-videos';
const ALT_TEXT = 'https://docs.x.com/x-api/media/create-media-metadata';
const TWITTER_TEXT = 'https://github.com/twitter/twitter-text';

// biome-ignore format: one rule per row
const RULES: readonly ContentRule[] = [
  { as_of: AS_OF, rule: 'text_too_long', limit: 280, source: COUNTING },
  { as_of: AS_OF, rule: 'text_character_refused', source: TWITTER_TEXT },
  // A part is a post, and X rejects one with the text of an earlier one.
  { as_of: AS_OF, rule: 'duplicate_part', source: CREATE_POST },
  { as_of: AS_OF, rule: 'too_many_media', limit: 4, source: CREATE_POST },
  { as_of: AS_OF, rule: 'media_unsupported', accepts: [...JPEG_EXTENSIONS, 'png', 'webp'], source: MEDIA },
  { as_of: AS_OF, rule: 'image_too_large', limit: 5 * 1024 * 1024, source: MEDIA },
  // The page does not state them; X rejects other images with the code 324 and "must be >= 4x4 and <= 8192x8192".
  { as_of: AS_OF, rule: 'image_too_narrow', limit: 4, source: DIMENSIONS },
  { as_of: AS_OF, rule: 'image_too_wide', limit: 8192, source: DIMENSIONS },
  { as_of: AS_OF, rule: 'image_height_too_small', limit: 4, source: DIMENSIONS },
  { as_of: AS_OF, rule: 'image_too_tall', limit: 8192, source: DIMENSIONS },
  // X takes an animated GIF as a medium of another kind, and stills as PNG.
  { as_of: AS_OF, rule: 'animation_too_large', limit: 15 * 1024 * 1024, source: MEDIA },
  { as_of: AS_OF, rule: 'animation_too_many_frames', limit: 350, source: MEDIA },
  { as_of: AS_OF, rule: 'media_mixed', accepts: ['video', 'animated GIF'], source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_type_unsupported', accepts: ['mp4', 'mov'], source: UPLOAD },
  { as_of: VIDEOS_AS_OF, rule: 'video_too_large', limit: 8_000_000_000, source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_too_short', limit: 0.5, source: MEDIA },
  // 125 minutes for accounts with X Premium and 20 for others, which X rejects when the post is created. Whether an
  // account has it is not known here.
  { as_of: VIDEOS_AS_OF, rule: 'video_too_long', limit: 7500, source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_codec_unsupported', accepts: ['h264'], source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_chroma_unsupported', accepts: ['4:2:0'], source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_scan_unsupported', accepts: ['progressive'], source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_pixel_aspect_unsupported', accepts: ['1:1'], source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_frame_rate_too_high', limit: 60, source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_too_narrow', limit: 32, source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'video_height_too_small', limit: 32, source: MEDIA },
  // The page says 1280x1024, but recommends 720x1280 and 1080p. The help center has the sides that X accepts.
  { as_of: VIDEOS_AS_OF, rule: 'video_too_wide', limit: 1920, source: VIDEO_SIZES },
  { as_of: VIDEOS_AS_OF, rule: 'video_too_tall', limit: 1920, source: VIDEO_SIZES },
  { as_of: VIDEOS_AS_OF, rule: 'video_aspect_ratio', accepts: ['1:3', '3:1'], source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'audio_codec_unsupported', accepts: ['aac LC'], source: MEDIA },
  { as_of: VIDEOS_AS_OF, rule: 'audio_too_many_channels', limit: 2, source: MEDIA },
  { as_of: AS_OF, rule: 'link_unsupported', source: CREATE_POST },
  { as_of: AS_OF, rule: 'visibility_unsupported', accepts: ['public'], source: CREATE_POST },
  // The page does not state the limit; it is common knowledge.
  { as_of: AS_OF, rule: 'alt_text_too_long', limit: 1000, source: ALT_TEXT },
];

/** X's prices per post, in US dollars, since February 2026. */
export const TWITTER_PRICES = {
  post: 0.015,
  post_with_url: 0.2,
  as_of: '2026-08-22',
  source: 'https://docs.x.com/x-api/getting-started/pricing',
} as const;

/** Return what X charges for a post with a text, in US dollars: more for one that contains anything it links. */
export function publishPriceUsd(text: string): number {
  return findUrls(text.normalize('NFC')).length > 0 ? TWITTER_PRICES.post_with_url : TWITTER_PRICES.post;
}

/** The posts that X accepts, and their prices. */
export const content: ContentFormat = {
  rules: RULES,
  countText: weightedLength,
  textUnit: 'characters as X counts them (a link 23; an emoji and most characters beyond Latin 2)',
  findRejectedCharacter,
  publishPriceUsd,
};
