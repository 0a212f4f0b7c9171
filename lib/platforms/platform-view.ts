import { capabilitiesOf, maxMedia, optionsOf } from './capabilities.ts';
import { connectionMethodsOf } from './connection-rules.ts';
import { maxCommentLength, maxTextLength } from './content-rules.ts';
import { imageLimitsOf } from './image-limits.ts';
import type { ContentRule } from './kit/definition/platform-definition.ts';
import { acceptedBy, acceptedTypes, limitOf } from './kit/definition/rule-values.ts';
import { CONTENT_FORMATS, PLATFORM_ALIASES, PLATFORM_TABLE, type Platform } from './platforms.ts';
import { MAX_ALT_CHARACTERS } from './service-limits.ts';

/** Return a platform as `GET /platforms` describes it. A limit is null where the platform has none. */
export function toPlatformView(platform: Platform) {
  const { displayName, appPassword, externalId } = PLATFORM_TABLE[platform];
  const aliases = Object.entries(PLATFORM_ALIASES).filter(([, name]) => name === platform);
  return {
    platform,
    aliases: aliases.map(([alias]) => alias),
    name: displayName,
    connection: {
      methods: connectionMethodsOf(platform),
      external_id: (appPassword ?? externalId).description,
    },
    capabilities: capabilitiesOf(platform),
    limits: limitsOf(platform),
    options: optionsOf(platform),
  };
}

function limitsOf(platform: Platform) {
  const { rules, textUnit = 'characters' } = CONTENT_FORMATS[platform];
  const { images, videos } = capabilitiesOf(platform);
  const limit = (rule: ContentRule['rule']) => finite(limitOf(rules, rule));
  const alone = acceptedBy(rules, 'media_mixed') ?? [];
  return {
    text: {
      unit: textUnit,
      max_characters: maxTextLength(platform),
      max_bytes: limit('text_too_many_bytes'),
      max_hashtags: limit('too_many_hashtags'),
      max_mentions: limit('too_many_mentions'),
    },
    first_comment: { max_characters: maxCommentLength(platform) },
    media: {
      min_count: limitOf(rules, 'media_required', 0),
      max_count: maxMedia(platform),
      alone: alone.map((kind) => (kind === 'video' ? 'video' : 'animation')),
      max_alt_text_characters: Math.min(limitOf(rules, 'alt_text_too_long'), MAX_ALT_CHARACTERS),
    },
    image: images ? imageView(platform) : null,
    video: videos ? videoView(platform) : null,
    posts: PLATFORM_TABLE[platform].postLimit,
  };
}

function imageView(platform: Platform) {
  const limits = imageLimitsOf(platform);
  const { rules } = CONTENT_FORMATS[platform];
  const [min_aspect_ratio, max_aspect_ratio] = acceptedBy(rules, 'image_aspect_ratio') ?? [null, null];
  return {
    content_types: limits.types,
    max_bytes: finite(limits.maxBytes),
    max_pixels: finite(limits.maxPixels),
    min_width: limits.minWidth,
    max_width: finite(limits.maxWidth),
    min_height: limits.minHeight,
    max_height: finite(limits.maxHeight),
    min_aspect_ratio,
    max_aspect_ratio,
    // A JPEG has one frame.
    animation_content_types: limits.animationTypes.filter((type) => type !== 'image/jpeg'),
    max_animation_bytes: finite(limits.maxAnimationBytes),
    max_animation_frames: finite(limits.maxAnimationFrames),
  };
}

function videoView(platform: Platform) {
  const { rules } = CONTENT_FORMATS[platform];
  const limit = (rule: ContentRule['rule']) => finite(limitOf(rules, rule));
  const [min_aspect_ratio, max_aspect_ratio] = acceptedBy(rules, 'video_aspect_ratio') ?? [null, null];
  return {
    content_types: acceptedTypes(rules, 'video_type_unsupported'),
    codecs: acceptedBy(rules, 'video_codec_unsupported'),
    audio_codecs: acceptedBy(rules, 'audio_codec_unsupported'),
    min_bytes: limit('video_too_small'),
    max_bytes: limit('video_too_large'),
    min_seconds: limit('video_too_short'),
    max_seconds: limit('video_too_long'),
    min_width: limit('video_too_narrow'),
    max_width: limit('video_too_wide'),
    min_height: limit('video_height_too_small'),
    max_height: limit('video_too_tall'),
    min_aspect_ratio,
    max_aspect_ratio,
    min_frame_rate: limit('video_frame_rate_too_low'),
    max_frame_rate: limit('video_frame_rate_too_high'),
    max_bit_rate: limit('video_bit_rate_too_high'),
    max_audio_channels: limit('audio_too_many_channels'),
    max_audio_sample_rate: limit('audio_sample_rate_too_high'),
  };
}

function finite(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}
