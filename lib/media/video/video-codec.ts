import type { VideoFacts } from '../../platforms/kit/definition/media-file.ts';
import { MediaFormatError } from '../files/rejection.ts';
import { type Box, damaged, type Region } from './boxes.ts';
import { type H264Parameters, parseH264Parameters } from './h264-parameters.ts';

/** What a sample description says about the frames of a track. */
export type VideoCodec = Pick<VideoFacts, 'codec' | 'profile' | 'bit_depth' | 'chroma' | 'is_interlaced'> & {
  width: number;
  height: number;
  /** Width and height of a pixel. */
  pixelAspect: [number, number];
};

type Coded = Omit<VideoCodec, 'width' | 'height' | 'pixelAspect'> & { size?: { width: number; height: number } };

/** Where the boxes of a visual sample entry begin, after its header and its fixed fields. */
export const VISUAL_ENTRY_BYTES = 86;

const CODECS: Record<string, VideoFacts['codec']> = {
  ...{ avc1: 'h264', avc2: 'h264', avc3: 'h264', avc4: 'h264', dva1: 'h264', dvav: 'h264' },
  ...{ hvc1: 'hevc', hev1: 'hevc', dvh1: 'hevc', dvhe: 'hevc', av01: 'av1', vp09: 'vp9' },
};

const CHROMA = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'] as const;

const H264_PROFILES: Record<number, string> = {
  ...{ 66: 'Baseline', 77: 'Main', 88: 'Extended', 100: 'High', 110: 'High 10', 122: 'High 4:2:2' },
  244: 'High 4:4:4 Predictive',
};
const HEVC_PROFILES: Record<number, string> = {
  1: 'Main',
  2: 'Main 10',
  3: 'Main Still Picture',
  4: 'Range Extensions',
};
const AV1_PROFILES: Record<number, string> = { 0: 'Main', 1: 'High', 2: 'Professional' };

/** Parse a visual sample entry. Throws for a codec that is not accepted, and for an invalid configuration. */
export function parseVideoEntry(region: Region, entry: Box): VideoCodec {
  const codec = CODECS[entry.type];
  if (entry.type === 'encv') throw new MediaFormatError('codec_not_supported', 'The video is encrypted.');
  if (!codec) {
    throw new MediaFormatError(
      'codec_not_supported',
      'The video codec is not supported. Supported codecs: H.264, HEVC, AV1 and VP9.',
    );
  }
  const inner = region.boxes(entry.start + VISUAL_ENTRY_BYTES, entry.end).boxes;
  const find = (type: string) => inner.find((box) => box.type === type);
  const config = find({ h264: 'avcC', hevc: 'hvcC', av1: 'av1C', vp9: 'vpcC' }[codec]);
  if (!config) throw damaged('the codec configuration is missing');
  const { size, ...coded } = PARSERS[codec](region.slice(config.payload, config.end));
  const aspect = find('pasp');
  const [horizontal, vertical] = aspect ? [region.u32(aspect.payload), region.u32(aspect.payload + 4)] : [1, 1];
  return {
    ...coded,
    width: size?.width ?? region.u16(entry.start + 32),
    height: size?.height ?? region.u16(entry.start + 34),
    pixelAspect: horizontal > 0 && vertical > 0 ? [horizontal, vertical] : [1, 1],
  };
}

const PARSERS: Record<VideoFacts['codec'], (config: Buffer) => Coded> = {
  h264: (config) => {
    const parameters = h264ParametersIn(config);
    // Without a parameter set, which is in the samples then, its profile is all that is known.
    const {
      profile = byte(config, 1),
      chromaFormat = 1,
      bitDepth = byte(config, 1) === 110 ? 10 : 8,
    } = parameters ?? {};
    return {
      codec: 'h264',
      profile: H264_PROFILES[profile] ?? null,
      bit_depth: bitDepth,
      chroma: chromaOf(chromaFormat),
      is_interlaced: parameters?.isInterlaced ?? false,
      ...(parameters && { size: { width: parameters.width, height: parameters.height } }),
    };
  },
  hevc: (config) => ({
    codec: 'hevc',
    profile: HEVC_PROFILES[byte(config, 1) & 0x1f] ?? null,
    bit_depth: 8 + (byte(config, 17) & 7),
    chroma: chromaOf(byte(config, 16) & 3),
    is_interlaced: false,
  }),
  av1: (config) => {
    const [profile, flags] = [byte(config, 1) >> 5, byte(config, 2)];
    const [isHigh, isTwelve, isMono, halfX, halfY] = [0x40, 0x20, 0x10, 0x08, 0x04].map((bit) => (flags & bit) !== 0);
    return {
      codec: 'av1',
      profile: AV1_PROFILES[profile] ?? null,
      bit_depth: isHigh ? (profile === 2 && isTwelve ? 12 : 10) : 8,
      chroma: isMono ? '4:0:0' : halfX && halfY ? '4:2:0' : halfX ? '4:2:2' : '4:4:4',
      is_interlaced: false,
    };
  },
  vp9: (config) => {
    const subsampling = (byte(config, 6) >> 1) & 7;
    return {
      codec: 'vp9',
      profile: `Profile ${byte(config, 4)}`,
      bit_depth: byte(config, 6) >> 4,
      chroma: subsampling <= 1 ? '4:2:0' : subsampling === 2 ? '4:2:2' : '4:4:4',
      is_interlaced: false,
    };
  },
};

function h264ParametersIn(config: Buffer): H264Parameters | null {
  if ((byte(config, 5) & 0x1f) === 0) return null;
  const length = byte(config, 6) * 256 + byte(config, 7);
  if (length === 0 || config.length < 8 + length) throw damaged('the codec configuration is too short');
  return parseH264Parameters(config.subarray(8, 8 + length));
}

function chromaOf(format: number): VideoFacts['chroma'] {
  const chroma = CHROMA[format];
  if (!chroma) throw damaged('the chroma format is invalid');
  return chroma;
}

function byte(config: Buffer, at: number): number {
  const value = config[at];
  if (value === undefined) throw damaged('the codec configuration is too short');
  return value;
}
