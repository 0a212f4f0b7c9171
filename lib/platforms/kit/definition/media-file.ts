import { VIDEO_RULES } from './platform-definition.ts';

/** The rules of a platform that a file can violate however it is changed. */
export const UNSUPPORTED_CODES = [
  'media_unsupported',
  'image_too_large',
  'image_too_narrow',
  'image_too_wide',
  'image_height_too_small',
  'image_too_tall',
  'image_too_many_pixels',
  'animation_too_large',
  'animation_too_many_frames',
  ...VIDEO_RULES,
] as const;

export type UnsupportedCode = (typeof UNSUPPORTED_CODES)[number];

/** How a file is changed for a platform. `compressed`: encoded with a lower quality, or with fewer pixels, for its bytes. */
export const IMAGE_CHANGES = ['converted', 'scaled_down', 'padded', 'compressed'] as const;

export type ImageChange = (typeof IMAGE_CHANGES)[number];

/** What the inspection of a file found. Dimensions are in pixels, as the file is displayed. */
export interface MediaFile {
  content_type: string;
  size_bytes: number;
  sha256?: string; // Of the stored bytes, for approvals. Absent of a file that an earlier version inspected.
  width: number;
  height: number;
  is_animated: boolean;
  duration_ms: number | null; // Of an animation or a video.
  video: VideoFacts | null; // Of a video.
  adaptations: MediaAdaptation[]; // What platforms receive instead of the file.
  unsupported: { platform: string; code: UnsupportedCode; message: string }[]; // Where the file cannot be published.
}

export const VIDEO_CODECS = ['h264', 'hevc', 'av1', 'vp9'] as const;

export const CHROMA_FORMATS = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'] as const;

export const AUDIO_CODECS = ['aac', 'mp3', 'opus', 'ac3', 'eac3', 'alac', 'flac', 'pcm', 'other'] as const;

/** What the inspection found of the first video track, and of the whole file. */
export interface VideoFacts {
  codec: (typeof VIDEO_CODECS)[number];
  profile: string | null; // Null for one without a name.
  bit_depth: number;
  chroma: (typeof CHROMA_FORMATS)[number];
  is_interlaced: boolean;
  pixel_aspect: string; // Width and height of a pixel, such as `1:1`.
  frame_rate: number; // Frames per second, on average.
  bit_rate: number; // Bits per second of the whole file, on average.
  is_index_first: boolean; // Playback can begin before the file is complete.
  has_edit_list: boolean;
  audio: AudioFacts | null;
}

/** What the inspection found of the first audio track. `other`: a codec that this service does not know. */
export interface AudioFacts {
  codec: (typeof AUDIO_CODECS)[number];
  profile: string | null; // Of AAC, such as `LC`.
  channels: number;
  sample_rate: number;
}

/** A file that was adapted to the limits of a platform, and how. */
export interface MediaAdaptation {
  platform: string;
  content_type: string;
  size_bytes: number;
  width: number;
  height: number;
  changes: ImageChange[];
}
