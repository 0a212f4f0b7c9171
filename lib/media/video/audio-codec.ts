import type { AudioFacts } from '../../platforms/kit/definition/media-file.ts';
import { MediaFormatError } from '../files/rejection.ts';
import { BitReader } from './bit-reader.ts';
import { type Box, damaged, type Region } from './boxes.ts';

const CODECS: Record<string, AudioFacts['codec']> = {
  ...{ '.mp3': 'mp3', Opus: 'opus', 'ac-3': 'ac3', 'ec-3': 'eac3', alac: 'alac', fLaC: 'flac' },
  ...{ lpcm: 'pcm', ipcm: 'pcm', fpcm: 'pcm', sowt: 'pcm', twos: 'pcm', in24: 'pcm', in32: 'pcm', fl32: 'pcm' },
  ...{ fl64: 'pcm', 'raw ': 'pcm', NONE: 'pcm' },
};

/** Object types of MPEG-4 audio: the profiles of AAC. */
const AAC_PROFILES: Record<number, string> = {
  1: 'Main',
  2: 'LC',
  5: 'HE',
  29: 'HE v2',
  23: 'LD',
  39: 'ELD',
  42: 'xHE',
};
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8];

/** Tags of MPEG-4 descriptors. */
const ES = 3;
const DECODER_CONFIG = 4;
const DECODER_SPECIFIC = 5;

/** Return where the boxes of an audio sample entry begin, which depends on its QuickTime version. */
export function audioEntryBytes(region: Region, entry: Box): number {
  const version = region.u16(entry.start + 16);
  return version === 1 ? 52 : version === 2 ? 72 : 36;
}

/** Parse an audio sample entry. A codec that is not known is `other`. Throws for an invalid configuration. */
export function parseAudioEntry(region: Region, entry: Box): AudioFacts {
  if (entry.type === 'enca') throw new MediaFormatError('codec_not_supported', 'The audio is encrypted.');
  const isVersion2 = region.u16(entry.start + 16) === 2;
  const channels = isVersion2 ? region.u32(entry.start + 48) : region.u16(entry.start + 24);
  const rate = isVersion2
    ? Math.round(region.slice(entry.start + 40, entry.start + 48).readDoubleBE())
    : region.u32(entry.start + 32) >>> 16;
  const declared = { profile: null, channels, sample_rate: Number.isFinite(rate) ? rate : 0 };
  if (entry.type !== 'mp4a') return { codec: CODECS[entry.type] ?? 'other', ...declared };
  const boxes = region.boxes(entry.start + audioEntryBytes(region, entry), entry.end).boxes;
  const wave = boxes.find(({ type }) => type === 'wave');
  const config = boxes.find(({ type }) => type === 'esds') ?? (wave && region.find(wave, 'esds'));
  if (!config) throw damaged('the audio configuration is missing');
  return { ...declared, ...parseDescriptors(region.slice(config.payload + 4, config.end)) };
}

function parseDescriptors(bytes: Buffer): Partial<AudioFacts> & Pick<AudioFacts, 'codec'> {
  const stream = descriptor(bytes, ES);
  const flags = stream[2] ?? 0;
  const optional = (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? 1 + (stream[3 + (flags & 0x80 ? 2 : 0)] ?? 0) : 0);
  const decoder = descriptor(stream.subarray(3 + optional + (flags & 0x20 ? 2 : 0)), DECODER_CONFIG);
  const type = decoder[0];
  if (type === 0x69 || type === 0x6b) return { codec: 'mp3' };
  if (type !== 0x40 && !(type! >= 0x66 && type! <= 0x68)) return { codec: 'other' };
  return { codec: 'aac', ...parseAac(descriptor(decoder.subarray(13), DECODER_SPECIFIC)) };
}

/** Parse an AudioSpecificConfig (ISO/IEC 14496-3). Channels that the stream itself declares are left out. */
function parseAac(config: Buffer): Partial<AudioFacts> {
  const reader = new BitReader(config);
  const readType = () => {
    const type = reader.bits(5);
    return type === 31 ? 32 + reader.bits(6) : type;
  };
  const readRate = () => {
    const index = reader.bits(4);
    return index === 15 ? reader.bits(24) : SAMPLE_RATES[index];
  };
  const type = readType();
  let rate = readRate();
  const channels = CHANNELS[reader.bits(4)] ?? 0;
  // The rate of the output: twice that of the stream.
  if (type === 5 || type === 29) rate = readRate();
  return {
    profile: AAC_PROFILES[type] ?? null,
    ...(rate === undefined ? {} : { sample_rate: rate }),
    ...(channels > 0 ? { channels } : {}),
  };
}

/** Return the content of the descriptor with a tag, at the start of bytes. Its length has seven bits per byte. */
function descriptor(bytes: Buffer, tag: number): Buffer {
  if (bytes[0] !== tag) throw damaged('the audio configuration is invalid');
  let [at, length] = [1, 0];
  for (; at < 5; at++) {
    const byte = bytes[at] ?? 0;
    length = length * 128 + (byte & 0x7f);
    if (byte < 0x80) break;
  }
  return bytes.subarray(at + 1, at + 1 + length);
}
