import { ratioOf } from '../../platforms/image-limits.ts';
import type { MediaFile, VideoFacts } from '../../platforms/kit/definition/media-file.ts';
import type { Platform, VideoFormRule, VideoLimitRule, VideoRule } from '../../platforms/platform.ts';
import { CONTENT_FORMATS, PLATFORM_TABLE } from '../../platforms/platforms.ts';

/** What a platform's rules for videos are about. */
export type CheckedVideo = Pick<MediaFile, 'content_type' | 'size_bytes' | 'width' | 'height' | 'duration_ms'> & {
  video: VideoFacts;
};

/** A value that a rule limits; null for one that the video does not have. */
type Measure = { bound: 'at most' | 'at least'; unit: string; of: (video: CheckedVideo) => number | null };

const frames = ({ video }: CheckedVideo) => Math.round(video.frame_rate);
const seconds = ({ duration_ms }: CheckedVideo) => (duration_ms ?? 0) / 1000;

// biome-ignore format: one rule per row
const MEASURES: Record<VideoLimitRule, Measure> = {
  video_too_large: { bound: 'at most', unit: 'bytes', of: ({ size_bytes }) => size_bytes },
  video_too_small: { bound: 'at least', unit: 'bytes', of: ({ size_bytes }) => size_bytes },
  video_too_long: { bound: 'at most', unit: 'seconds', of: seconds },
  video_too_short: { bound: 'at least', unit: 'seconds', of: seconds },
  video_too_narrow: { bound: 'at least', unit: 'pixels of width', of: ({ width }) => width },
  video_too_wide: { bound: 'at most', unit: 'pixels of width', of: ({ width }) => width },
  video_height_too_small: { bound: 'at least', unit: 'pixels of height', of: ({ height }) => height },
  video_too_tall: { bound: 'at most', unit: 'pixels of height', of: ({ height }) => height },
  video_frame_rate_too_high: { bound: 'at most', unit: 'frames per second', of: frames },
  video_frame_rate_too_low: { bound: 'at least', unit: 'frames per second', of: frames },
  video_bit_rate_too_high: { bound: 'at most', unit: 'bits per second', of: ({ video }) => video.bit_rate },
  audio_too_many_channels: { bound: 'at most', unit: 'audio channels', of: ({ video }) => video.audio?.channels ?? null },
  audio_sample_rate_too_high: { bound: 'at most', unit: 'audio samples per second', of: ({ video }) => video.audio?.sample_rate ?? null },
};

/** The names by which a rule may accept a video, the most exact one last; empty for one that it is not about. */
type Form = { subject: string; of: (video: CheckedVideo) => string[] };

const FORMS: Record<VideoFormRule, Form> = {
  video_type_unsupported: {
    subject: 'The file type',
    of: ({ content_type }) => [content_type === 'video/quicktime' ? 'mov' : 'mp4'],
  },
  video_codec_unsupported: { subject: 'The video codec', of: ({ video }) => [video.codec] },
  video_chroma_unsupported: {
    subject: 'The pixel format',
    of: ({ video: { chroma, bit_depth } }) => [bit_depth === 8 ? chroma : `${chroma} ${bit_depth}-bit`],
  },
  video_scan_unsupported: {
    subject: 'The scan type',
    of: ({ video }) => [video.is_interlaced ? 'interlaced' : 'progressive'],
  },
  video_pixel_aspect_unsupported: {
    subject: 'The aspect ratio of a pixel',
    of: ({ video }) => [isSquare(video.pixel_aspect) ? '1:1' : video.pixel_aspect],
  },
  audio_codec_unsupported: {
    subject: 'The audio codec',
    of: ({ video: { audio } }) =>
      audio === null ? [] : [audio.codec, ...(audio.profile ? [`${audio.codec} ${audio.profile}`] : [])],
  },
};

/** Find the rules of a platform that a video violates: it is not changed for them. Messages name the limit and the number. */
export function findVideoViolations(file: CheckedVideo, platform: Platform): { code: VideoRule; message: string }[] {
  const name = PLATFORM_TABLE[platform].displayName;
  return CONTENT_FORMATS[platform].rules.flatMap((rule) => {
    let reason: string | null = null;
    if (isKeyOf(MEASURES, rule.rule) && 'limit' in rule) reason = exceeds(MEASURES[rule.rule], rule.limit, file, name);
    else if (isKeyOf(FORMS, rule.rule) && 'accepts' in rule)
      reason = differs(FORMS[rule.rule], rule.accepts, file, name);
    else if (rule.rule === 'video_aspect_ratio') reason = isOutside(rule.accepts, file, name);
    return reason === null ? [] : [{ code: rule.rule as VideoRule, message: reason }];
  });
}

function exceeds({ bound, unit, of }: Measure, limit: number, file: CheckedVideo, name: string): string | null {
  const actual = of(file);
  if (actual === null || (bound === 'at most' ? actual <= limit : actual >= limit)) return null;
  const [allowed, found] = [limit, actual].map((value) => value.toLocaleString('en-US'));
  return `${name} allows ${bound} ${allowed} ${unit} in a video. The video has ${found}.`;
}

function differs({ subject, of }: Form, accepts: readonly string[], file: CheckedVideo, name: string): string | null {
  const names = of(file);
  if (names.length === 0 || names.some((each) => accepts.includes(each))) return null;
  return `${subject} ${names.at(-1)} is not supported on ${name}. Supported: ${accepts.join(', ')}.`;
}

function isOutside([narrowest, widest]: readonly [string, string], file: CheckedVideo, name: string): string | null {
  const aspect = file.width / file.height;
  if (aspect >= ratioOf(narrowest) && aspect <= ratioOf(widest)) return null;
  return `${name} allows aspect ratios from ${narrowest} to ${widest} in a video. The video has ${file.width}:${file.height}.`;
}

function isSquare(aspect: string): boolean {
  const [width, height] = aspect.split(':');
  return width === height;
}

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
