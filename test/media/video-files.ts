import type { MediaErrorCode } from '../../lib/media/rules/media-asset.ts';
import type { MediaFile } from '../../lib/platforms/kit/definition/media-file.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { SECRET } from './images.ts';
import { box, fixture, full, h264Entry, u32, type VideoFile, visualEntry, writeVideo } from './videos.ts';

/** What the inspection finds, and the rules that platforms have against the file, such as `twitter: 'video_too_long'`. */
export type Expected = {
  file?: Partial<Omit<MediaFile, 'video'>>;
  video?: Record<string, unknown>;
  rules?: Partial<Record<Platform, string>>;
};

/** A file, and why it is rejected or what is expected of it. */
export type Row = [name: string, bytes: Buffer, expected: MediaErrorCode | Expected];

const written = (options: VideoFile) => writeVideo(options).bytes;
const SHORT = 'video_too_short';
/** What platforms have against the files of ffmpeg, which are tiny. */
const TINY = { twitter: SHORT, instagram: SHORT, linkedin: `video_too_small, ${SHORT}` };
const TINY_MOV = { ...TINY, linkedin: `video_type_unsupported, ${TINY.linkedin}`, bluesky: 'video_type_unsupported' };
const also = (twitter: string, instagram = '') => ({
  ...TINY,
  twitter: `${SHORT}, ${twitter}`,
  instagram: instagram ? `${SHORT}, ${instagram}` : SHORT,
});
const SIZE = { width: 64, height: 36 };
const AAC = { codec: 'aac', profile: 'LC', channels: 1, sample_rate: 48_000 };
const CODEC = 'video_codec_unsupported';
const CHROMA = 'video_chroma_unsupported';
const AUDIO = 'audio_codec_unsupported';
const cut = (name: string, share: number) => fixture(name).subarray(0, Math.floor(fixture(name).length * share));

// biome-ignore format: one file per row
export const REAL: Row[] = [
  ['H.264 with AAC, index last', fixture('h264-aac.mp4'), { file: SIZE, video: { codec: 'h264', profile: 'High', frame_rate: 25, is_index_first: false, audio: AAC }, rules: TINY }],
  ['without audio', fixture('no-audio.mp4'), { file: { ...SIZE, duration_ms: 400 }, video: { audio: null }, rules: TINY }],
  ['fragmented', fixture('fragmented.mp4'), { file: SIZE, video: { is_index_first: true, frame_rate: 25 }, rules: TINY }],
  ['fragmented for DASH', fixture('dash.mp4'), { file: SIZE, video: { is_index_first: true, frame_rate: 25 }, rules: TINY }],
  ['HEVC with 10 bits', fixture('hevc-10-bit.mp4'), { video: { codec: 'hevc', profile: 'Main 10', bit_depth: 10, chroma: '4:2:0' }, rules: also(`${CODEC}, ${CHROMA}`) }],
  ['H.264 with 10 bits', fixture('h264-10-bit.mp4'), { video: { codec: 'h264', profile: 'High 10', bit_depth: 10 }, rules: also(CHROMA) }],
  ['H.264 with 4:2:2', fixture('h264-422.mp4'), { video: { profile: 'High 4:2:2', chroma: '4:2:2', bit_depth: 8 }, rules: also(CHROMA, CHROMA) }],
  ['interlaced', fixture('interlaced.mp4'), { file: { width: 64, height: 64 }, video: { is_interlaced: true }, rules: also('video_scan_unsupported', 'video_scan_unsupported') }],
  ['AV1 with 4:4:4', fixture('av1.mp4'), { file: SIZE, video: { codec: 'av1', profile: 'High', bit_depth: 8, chroma: '4:4:4' }, rules: also(`${CODEC}, ${CHROMA}`, `${CODEC}, ${CHROMA}`) }],
  ['AV1 with 10 bits and Opus', fixture('av1-10-bit-opus.mp4'), { video: { codec: 'av1', profile: 'Main', bit_depth: 10, audio: { ...AAC, codec: 'opus', profile: null } }, rules: also(`${CODEC}, ${CHROMA}, ${AUDIO}`, `${CODEC}, ${AUDIO}`) }],
  ['VP9 with 4:4:4', fixture('vp9.mp4'), { file: SIZE, video: { codec: 'vp9', profile: 'Profile 1', bit_depth: 8, chroma: '4:4:4' }, rules: also(`${CODEC}, ${CHROMA}`, `${CODEC}, ${CHROMA}`) }],
  ['QuickTime with PCM', fixture('pcm.mov'), { file: { content_type: 'video/quicktime' }, video: { audio: { codec: 'pcm', profile: null, channels: 1, sample_rate: 8000 } }, rules: { ...TINY_MOV, ...{ twitter: `${SHORT}, ${AUDIO}`, instagram: `${SHORT}, ${AUDIO}` } } }],
  ['ALAC', fixture('alac.mp4'), { video: { audio: { codec: 'alac' } }, rules: also(AUDIO, AUDIO) }],
  ['six channels', fixture('surround.mp4'), { video: { audio: { codec: 'aac', channels: 6 } }, rules: also('audio_too_many_channels', 'audio_too_many_channels') }],
  ['pixels that are not square', fixture('anamorphic.mp4'), { file: { width: 85, height: 36 }, video: { pixel_aspect: '4:3' }, rules: also('video_pixel_aspect_unsupported') }],
  ['trimmed by an edit list', fixture('trimmed.mp4'), { file: { duration_ms: 200 }, video: { has_edit_list: true }, rules: TINY }],
  ['two audio tracks', fixture('two-audio-tracks.mp4'), { file: SIZE, rules: TINY }],
  ['a timecode track and a location', fixture('timecode.mov'), { file: { content_type: 'video/quicktime' }, rules: TINY_MOV }],
  ['a location, an artist and a time', fixture('location.mp4'), { file: SIZE, rules: TINY }],
  ['a location and a camera as a phone writes them', fixture('phone.mov'), { rules: TINY_MOV }],
  ['subtitles', fixture('subtitles.mp4'), { file: SIZE, rules: TINY }],
  ['WebM', fixture('webm.webm'), 'unsupported_type'],
  ['Matroska', fixture('matroska.mkv'), 'unsupported_type'],
  ['AVI', fixture('avi.avi'), 'unsupported_type'],
  ['MPEG-1', fixture('mpeg.mpg'), 'unsupported_type'],
  ['a transport stream', fixture('transport-stream.m2ts'), 'unsupported_type'],
  ['Flash', fixture('flash.flv'), 'unsupported_type'],
  ['Ogg', fixture('ogg.ogv'), 'unsupported_type'],
  ['Windows Media', fixture('wmv.wmv'), 'unsupported_type'],
  ['3GP with H.263', fixture('h263.3gp'), 'codec_not_supported'],
  ['MPEG-4 part 2', fixture('mpeg-4-part-2.mp4'), 'codec_not_supported'],
  ['ProRes', fixture('prores.mov'), 'codec_not_supported'],
  ['Motion JPEG', fixture('motion-jpeg.mov'), 'codec_not_supported'],
  ['audio only', fixture('audio-only.m4a'), 'no_video'],
  ['cut off behind the header', fixture('h264-aac.mp4').subarray(0, 40), 'truncated'],
  ['cut off before the index', cut('h264-aac.mp4', 0.4), 'truncated'],
  ['cut off in the index', cut('h264-aac.mp4', 0.9), 'truncated'],
  ['cut off by a byte', fixture('h264-aac.mp4').subarray(0, -1), 'truncated'],
  ['cut off in a fragment', cut('fragmented.mp4', 0.5), 'truncated'],
];

const LONG = { frames: 300, frameBytes: 500 };
const MANY_PIXELS = 'too_many_pixels';
const location = box('udta', box('\xa9xyz', [0, SECRET.length, 0x15, 0xc7], Buffer.from(SECRET)));
const secretIn = (type: string) => box(type, Buffer.from(SECRET));
const elsewhere = (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  copy[copy.indexOf('url ') + 7] = 0;
  return copy;
};

// biome-ignore format: one file per row
export const WRITTEN: Row[] = [
  ['that every platform takes', written(LONG), { file: { width: 1280, height: 720, duration_ms: 10_000 }, video: { frame_rate: 30, profile: 'Baseline' } }],
  ['turned by 90 degrees', written({ ...LONG, rotation: 90 }), { file: { width: 720, height: 1280 } }],
  ['turned by 180 degrees', written({ ...LONG, rotation: 180 }), { file: { width: 1280, height: 720 } }],
  ['turned by 270 degrees, with wide pixels', written({ ...LONG, rotation: 270, pixelAspect: [2, 1] }), { file: { width: 720, height: 2560 }, rules: { twitter: 'video_pixel_aspect_unsupported, video_too_tall, video_aspect_ratio' } }],
  ['with sides that are not multiples of 16', written({ ...LONG, width: 606, height: 1078 }), { file: { width: 606, height: 1078 } }],
  ['with the index first', written({ ...LONG, indexFirst: true }), { video: { is_index_first: true } }],
  ['of 4K', written({ ...LONG, width: 3840, height: 2160 }), { file: { width: 3840 }, rules: { twitter: 'video_too_wide, video_too_tall', instagram: 'video_too_wide' } }],
  ['with 120 frames per second', written({ ...LONG, frames: 1200, frameTicks: 250 }), { video: { frame_rate: 120 }, rules: { twitter: 'video_frame_rate_too_high', instagram: 'video_frame_rate_too_high' } }],
  ['with 12 frames per second', written({ ...LONG, frameTicks: 2500 }), { video: { frame_rate: 12 }, rules: { instagram: 'video_frame_rate_too_low' } }],
  ['with 29.97 frames per second', written({ ...LONG, frameTicks: 1001 }), { file: { duration_ms: 10_010 }, video: { frame_rate: 29.97 } }],
  ['of 20 minutes', written({ ...LONG, frames: 600, frameTicks: 60_000 }), { file: { duration_ms: 1_200_000 }, rules: { instagram: 'video_too_long, video_frame_rate_too_low', bluesky: 'video_too_long' } }],
  ['of three hours', written({ ...LONG, frames: 600, frameTicks: 540_000 }), { rules: { twitter: 'video_too_long', instagram: 'video_too_long, video_frame_rate_too_low', linkedin: 'video_too_long', bluesky: 'video_too_long' } }],
  ['with 30 Mbit/s', written({ ...LONG, frameBytes: 125_000 }), { video: { bit_rate: 30_000_613 }, rules: { instagram: 'video_bit_rate_too_high' } }],
  ['that is very narrow', written({ ...LONG, width: 24, height: 1000 }), { rules: { twitter: 'video_too_narrow, video_aspect_ratio' } }],
  ['whose edit list shows a second', written({ ...LONG, edits: [[1000, 30_000]] }), { file: { duration_ms: 1000 }, video: { has_edit_list: true }, rules: { instagram: SHORT, linkedin: SHORT } }],
  ['that begins with a pause', written({ ...LONG, edits: [[2000, -1], [10_000, 0]] }), { file: { duration_ms: 12_000 } }],
  ['with GPS data of a camera', written({ ...LONG, metadata: 'gpmd' }), {}],
  ['with GPS data of a phone', written({ ...LONG, metadata: 'mebx' }), {}],
  ['with a motion track', written({ ...LONG, metadata: 'camm' }), {}],
  ['with metadata in every box', written({ ...LONG, inMovie: [location, ...['meta', 'uuid', 'XMP_'].map(secretIn)], inTrack: [location, secretIn('uuid'), secretIn('tref')], after: ['uuid', 'free', 'skip', 'meta'].map(secretIn) }), {}],
  ['with data that a camera appended', Buffer.concat([written(LONG), Buffer.from(SECRET)]), {}],
  ['of another brand', written({ ...LONG, brand: 'mp42' }), { file: { content_type: 'video/mp4' } }],
  ['of QuickTime', written({ ...LONG, brand: 'qt  ' }), { file: { content_type: 'video/quicktime' }, rules: { linkedin: 'video_type_unsupported', bluesky: 'video_type_unsupported' } }],
  ['that is encrypted', written({ entry: visualEntry('encv', 64, 64) }), 'codec_not_supported'],
  ['without a codec configuration', written({ entry: visualEntry('avc1', 64, 64) }), 'corrupt'],
  ['of no frames', written({ frames: 0 }), 'no_video'],
  ['of frames without bytes', written({ frameBytes: 0 }), 'corrupt'],
  ['of frames without a length', written({ frameTicks: 0 }), 'corrupt'],
  ['of 20,000 pixels of width', written({ width: 20_000 }), MANY_PIXELS],
  ['of 16,000 x 16,000 pixels', written({ width: 16_000, height: 16_000 }), MANY_PIXELS],
  ['with pixels a million times as wide as high', written({ pixelAspect: [1_000_000, 1] }), MANY_PIXELS],
  ['without a width', written({ entry: visualEntry('hvc1', 0, 0, box('hvcC', Buffer.alloc(23))) }), 'corrupt'],
  ['of a hundred years', written({ frameTicks: 2_000_000_000, timeScale: 1 }), 'too_long'],
  ['whose edit list lasts for weeks', written({ edits: [[4_000_000_000, -1]] }), 'too_long'],
  ['with two indexes', Buffer.concat([written({}), written({}).subarray(24)]), 'corrupt'],
  ['whose frames are in another file', elsewhere(written({})), 'unsupported_type'],
  ['whose table of sizes is missing', written({ tables: [full('stsd', u32(1), h264Entry()), full('stts', u32(0)), full('stsc', u32(0))] }), 'corrupt'],
];
