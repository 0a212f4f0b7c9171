import { JPEG_EXTENSIONS } from './kit/definition/image-extensions.ts';
import {
  type ContentFormat,
  type ContentRule,
  type FollowingPart,
  isLibraryMedia,
  type Media,
  type Post,
} from './kit/definition/platform-definition.ts';
import { limitOf } from './kit/definition/rule-values.ts';
import { countHashtags, countMentions } from './kit/text/post-tags.ts';
import { CONTENT_FORMATS, PLATFORM_TABLE, type Platform } from './platforms.ts';

/** A rule with the platform it belongs to. Lengths are in code points unless the platform counts differently. */
export type PlatformRule = { platform: Platform } & ContentRule;

/** A reason to reject a post. `detail` is public and never contains a URL, which may be secret. */
export interface Violation {
  platform: Platform;
  code: ContentRule['rule'];
  field: 'text' | 'media' | 'link' | 'visibility' | 'thread';
  /** The position of the medium in the post, from 0; null when the violation is not about a single one. */
  index: number | null;
  detail: string;
  /** True for what can be added until the post is due; every other violation must be corrected. */
  isMissing: boolean;
  limit?: number;
  actual?: number;
}

/** `kind`: of a part of an item; `post` without one. A first comment has no files. */
type DraftPost = Post & { platform: Platform; kind?: FollowingPart['kind'] | 'post' };

/** File extensions that identify the format. The platform itself checks files with any other extension. */
// biome-ignore format: images, then videos.
const KNOWN_EXTENSIONS = new Set<string>([
  ...JPEG_EXTENSIONS, 'png', 'apng', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'svg', 'ico', 'psd',
  'mp4', 'm4v', 'mov', 'avi', 'wmv', 'mkv', 'webm', 'mpg', 'mpeg', '3gp', 'ogv', 'flv',
]);

type Finding = Omit<Violation, 'platform' | 'code' | 'isMissing'>;

/** Return the file extension in the URL's path, in lower case; null unless it identifies the format. */
function knownExtension(url: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return extension !== undefined && KNOWN_EXTENSIONS.has(extension) ? extension : null;
}

const countCodePoints = (text: string) => [...text].length;

function exceeds(actual: number, limit: number, field: Finding['field'], detail: string): Finding[] {
  return actual > limit ? [{ field, index: null, detail, limit, actual }] : [];
}

function checkAltTexts(media: Media[], limit: number, name: string): Finding[] {
  return media.flatMap(({ alt = '' }, index) => {
    const actual = countCodePoints(alt);
    const detail = `The alternative text has ${actual} characters. ${name} allows at most ${limit}.`;
    return exceeds(actual, limit, 'media', detail).map((finding) => ({ ...finding, index }));
  });
}

function checkFormats(media: Media[], accepts: readonly string[], name: string): Finding[] {
  const endings = accepts.map((accepted) => `.${accepted}`).join(', ');
  return media.flatMap((each, index): Finding[] => {
    if (isLibraryMedia(each)) return [];
    const { type } = each;
    const extension = knownExtension(each.url);
    if (type !== 'video' && (extension === null || accepts.includes(extension))) return [];
    const detail =
      type === 'video'
        ? // A limit of this service, which cannot know the rules of a video that it has not inspected.
          'Videos cannot be published from a URL. Add the video to the media library with POST /media.'
        : `The file extension .${extension} is not supported on ${name}. Supported extensions: ${endings}.`;
    return [{ field: 'media', index, detail }];
  });
}

/** Find the files of the library that violate a rule of the platform, also adapted. */
function checkLibraryFiles(media: Media[], platform: Platform, rule: ContentRule['rule']): Finding[] {
  return media.flatMap((each, index): Finding[] => {
    const found = isLibraryMedia(each) ? each.file.unsupported : [];
    return found
      .filter((other) => other.platform === platform && other.code === rule)
      .map(({ message: detail }) => ({ field: 'media', index, detail }));
  });
}

/** Find what a post has beside other media and may not have there. */
function checkMix(media: Media[], alone: readonly ('video' | 'animated GIF')[], name: string): Finding[] {
  const kinds = media.map((each) => {
    if (!isLibraryMedia(each)) return 'image';
    if (each.type === 'video') return 'video';
    return each.file.is_animated ? 'animated GIF' : 'image';
  });
  const index = kinds.findIndex((kind) => kind !== 'image' && alone.includes(kind));
  if (index === -1 || media.length === 1) return [];
  const detail = `A post on ${name} can have images or a single ${alone.join(' or a single ')}, but not both.`;
  return [{ field: 'media', index, detail }];
}

function checkRule(rule: ContentRule, post: DraftPost): Finding[] {
  const { platform, text, media, link, visibility = 'public', kind = 'post' } = post;
  const { displayName: name } = PLATFORM_TABLE[platform];
  const content = CONTENT_FORMATS[platform];
  const atMost = (actual: number, limit: number, field: Finding['field'], unit: string) =>
    exceeds(actual, limit, field, `The post has ${actual} ${unit}. ${name} allows at most ${limit}.`);
  switch (rule.rule) {
    case 'text_too_long':
      return atMost(countText(content, text), rule.limit, 'text', content.textUnit ?? 'characters');
    case 'text_too_many_bytes':
      return atMost(Buffer.byteLength(text), rule.limit, 'text', 'bytes in UTF-8');
    case 'too_many_hashtags':
      return atMost(countHashtags(text), rule.limit, 'text', 'hashtags');
    case 'too_many_mentions':
      return atMost(countMentions(text), rule.limit, 'text', 'mentions');
    case 'too_many_media':
      return atMost(media.length, rule.limit, 'media', 'media files');
    case 'alt_text_too_long':
      return checkAltTexts(media, rule.limit, name);
    case 'media_unsupported':
      return [...checkFormats(media, rule.accepts, name), ...checkLibraryFiles(media, platform, rule.rule)];
    // The service adapts images of the library to these, and has not read files behind URLs.
    case 'image_too_large':
    case 'image_too_narrow':
    case 'image_too_wide':
    case 'image_height_too_small':
    case 'image_too_tall':
    case 'image_too_many_pixels':
    case 'image_aspect_ratio':
    case 'animation_too_large':
    case 'animation_too_many_frames':
    // Videos of the library were checked when they were inspected; files behind URLs are rejected.
    case 'video_too_large':
    case 'video_too_small':
    case 'video_too_long':
    case 'video_too_short':
    case 'video_too_narrow':
    case 'video_too_wide':
    case 'video_height_too_small':
    case 'video_too_tall':
    case 'video_frame_rate_too_high':
    case 'video_frame_rate_too_low':
    case 'video_bit_rate_too_high':
    case 'audio_too_many_channels':
    case 'audio_sample_rate_too_high':
    case 'video_type_unsupported':
    case 'video_codec_unsupported':
    case 'video_chroma_unsupported':
    case 'video_scan_unsupported':
    case 'video_pixel_aspect_unsupported':
    case 'audio_codec_unsupported':
    case 'video_aspect_ratio':
      return checkLibraryFiles(media, platform, rule.rule);
    case 'media_mixed':
      return checkMix(media, rule.accepts, name);
    case 'media_required': {
      const { limit } = rule;
      if (media.length >= limit || kind !== 'post') return [];
      const detail = `${name} requires at least one image or video.`;
      return [{ field: 'media', index: null, detail, limit, actual: media.length }];
    }
    case 'comment_too_long': {
      if (kind !== 'comment') return [];
      const detail = `The comment has ${countText(content, text)} characters. ${name} allows at most ${rule.limit}.`;
      return exceeds(countText(content, text), rule.limit, 'text', detail);
    }
    // These are about several parts: see `findThreadViolations`.
    case 'thread_unsupported':
    case 'duplicate_part':
      return [];
    case 'link_unsupported': {
      const detail = `${name} only shows a link preview for links in the text.`;
      return link ? [{ field: 'link', index: null, detail }] : [];
    }
    case 'link_with_media': {
      const detail = `A post on ${name} can have media or a link preview, but not both.`;
      return link && media.length > 0 ? [{ field: 'link', index: null, detail }] : [];
    }
    case 'visibility_unsupported': {
      if (rule.accepts.includes(visibility)) return [];
      const detail = `Supported values for ${name}: ${rule.accepts.join(', ')}.`;
      return [{ field: 'visibility', index: null, detail }];
    }
    case 'text_character_refused': {
      const rejected = content.findRejectedCharacter?.(text) ?? null;
      const detail = `The text contains the character ${rejected}, which ${name} rejects.`;
      return rejected === null ? [] : [{ field: 'text', index: null, detail }];
    }
  }
}

/** Count a text as the platform with this format does. */
export function countText({ countText = countCodePoints }: ContentFormat, text: string): number {
  return countText(text);
}

/** List the rules of a platform, with their sources. */
export function listContentRules(platform: Platform): PlatformRule[] {
  return CONTENT_FORMATS[platform].rules.map((rule) => ({ platform, ...rule }));
}

/** Return the maximum text length of a platform, in the unit of its `countText`. */
export function maxTextLength(platform: Platform): number {
  const limit = limitOf(CONTENT_FORMATS[platform].rules, 'text_too_long');
  if (!Number.isFinite(limit)) throw new Error(`${platform} has no rule text_too_long.`);
  return limit;
}

/** Return the maximum length of a first comment, in the unit of the platform's `countText`. */
export function maxCommentLength(platform: Platform): number {
  return limitOf(CONTENT_FORMATS[platform].rules, 'comment_too_long', maxTextLength(platform));
}

/** Check whether the rules of a platform include one. */
export function hasRule(platform: Platform, name: ContentRule['rule']): boolean {
  return CONTENT_FORMATS[platform].rules.some(({ rule }) => rule === name);
}

/** Check whether a platform accepts only posts with media. */
export function requiresMedia(platform: Platform): boolean {
  return hasRule(platform, 'media_required');
}

/**
 * Find every reason why a platform would reject a post, or this service could not publish it; empty for none.
 * Reads only the text and the form of the media URLs, not the files. Ordered by the platform's rules, then the media.
 */
export function findViolations(post: DraftPost): Violation[] {
  const { platform } = post;
  return CONTENT_FORMATS[platform].rules.flatMap((rule) => {
    const labels = { platform, code: rule.rule, isMissing: rule.rule === 'media_required' };
    return checkRule(rule, post).map((finding) => ({ ...finding, ...labels }));
  });
}
