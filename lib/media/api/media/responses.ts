import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import {
  AUDIO_CODECS,
  CHROMA_FORMATS,
  IMAGE_CHANGES,
  UNSUPPORTED_CODES,
  VIDEO_CODECS,
} from '../../../platforms/kit/definition/media-file.ts';
import { MEDIA_ERRORS, MEDIA_STATUSES } from '../../rules/media-asset.ts';

/** What a platform receives instead of a file. */
// biome-ignore format: one field per line.
export const adaptationFields = lazy(() => ({
  content_type: z.string().check(z.meta({ description: 'The type of the adapted file.', examples: ['image/jpeg'] })),
  size_bytes: integer().check(z.meta({ description: 'Size of the adapted file.', examples: [391204] })),
  width: integer().check(z.meta({ description: 'Width of the adapted file in pixels.', examples: [1440] })),
  height: integer().check(z.meta({ description: 'Height of the adapted file in pixels.', examples: [1080] })),
  changes: z.array(z.enum(IMAGE_CHANGES)).check(z.meta({ description: 'The changes to the file. `converted`: to another type. `scaled_down`: to fewer pixels. `padded`: with white on two sides. `compressed`: to fewer bytes.', examples: [['converted', 'scaled_down']] })),
}));

// biome-ignore format: one field per line.
const audio = lazy(() =>
  z.object({
    codec: z.enum(AUDIO_CODECS).check(z.meta({ description: 'The codec of the audio track. `other` if it is unknown.', examples: ['aac'] })),
    profile: z.nullable(z.string()).check(z.meta({ description: 'The profile of AAC. Null for other codecs.', examples: ['LC'] })),
    channels: integer().check(z.meta({ description: 'Number of channels.', examples: [2] })),
    sample_rate: integer().check(z.meta({ description: 'Samples per second.', examples: [48000] })),
  }),
);

// biome-ignore format: one field per line.
const video = lazy(() =>
  z.object({
    codec: z.enum(VIDEO_CODECS).check(z.meta({ description: 'The codec of the video track.', examples: ['h264'] })),
    profile: z.nullable(z.string()).check(z.meta({ description: 'The profile of the codec. Null if it has no name.', examples: ['High'] })),
    bit_depth: integer().check(z.meta({ description: 'Bits per sample of a pixel.', examples: [8] })),
    chroma: z.enum(CHROMA_FORMATS).check(z.meta({ description: 'The chroma subsampling.', examples: ['4:2:0'] })),
    is_interlaced: z.boolean().check(z.meta({ description: 'Whether the video is interlaced.', examples: [false] })),
    pixel_aspect: z.string().check(z.meta({ description: 'The pixel aspect ratio. `width` of the file is in square pixels.', examples: ['1:1'] })),
    frame_rate: z.number().check(z.meta({ description: 'Frames per second, on average.', examples: [29.97] })),
    bit_rate: integer().check(z.meta({ description: 'Bits per second of the whole file, on average.', examples: [4820113] })),
    is_index_first: z.boolean().check(z.meta({ description: 'Whether playback can begin before the file is complete.', examples: [true] })),
    has_edit_list: z.boolean().check(z.meta({ description: 'Whether the file has an edit list, which selects the displayed part of the video track.', examples: [false] })),
    audio: z.nullable(audio()).check(z.describe('Technical details of the audio track. Null if there is none.')),
  }),
);

// biome-ignore format: one field per line.
const mediaFields = lazy(() => ({
  id: z.string().check(z.meta({ description: 'The id of the file.', examples: ['med_01K00000000000000000000000'] })),
  status: z.enum(MEDIA_STATUSES).check(z.meta({ description: '`uploading`: waiting for the file. `processing`: being inspected. `ready` and `rejected` are final.', examples: ['ready'] })),
  content_type: z.nullable(z.string()).check(z.meta({ description: 'The media type, detected from the content. Null until the file is ready.', examples: ['image/jpeg'] })),
  size_bytes: z.nullable(integer()).check(z.meta({ description: 'Size of the stored file, without metadata. Null until the file is ready.', examples: [48213] })),
  width: z.nullable(integer()).check(z.meta({ description: 'Width in pixels, as displayed. Null until the file is ready.', examples: [1080] })),
  height: z.nullable(integer()).check(z.meta({ description: 'Height in pixels, as displayed. Null until the file is ready.', examples: [1350] })),
  is_animated: z.nullable(z.boolean()).check(z.meta({ description: 'Whether the image is animated. Null until the file is ready.', examples: [false] })),
  duration_ms: z.nullable(integer()).check(z.meta({ description: 'Duration of an animation or a video, in milliseconds. Null for other files, and until the file is ready.', examples: [null] })),
  video: z.nullable(video()).check(z.meta({ description: 'Technical details of a video. Null for other files, and until the file is ready.', examples: [null] })),
  adaptations: z.array(z.object({
    platform: platformName().check(z.meta({ description: 'The platform that receives the adapted file.', examples: ['instagram'] })),
    ...adaptationFields(),
  })).check(z.describe('The adapted files for platforms whose limits the file exceeds.')),
  unsupported: z.array(z.object({
    platform: platformName().check(z.meta({ description: 'The platform that does not support the file.', examples: ['instagram'] })),
    code: z.enum(UNSUPPORTED_CODES).check(z.meta({ description: 'The rule of the platform that the file violates.', examples: ['media_unsupported'] })),
    message: z.string().check(z.meta({ description: 'Human-readable explanation of the violated rule.', examples: ['Animated images are not supported on Instagram.'] })),
  })).check(z.describe('The platforms that do not support the file, even adapted.')),
  error: z.nullable(z.object({
    code: z.enum(MEDIA_ERRORS).check(z.describe('Machine-readable error code.')),
    message: z.string(),
  })).check(z.describe('Why the file was rejected. Null unless the status is `rejected`.')),
  reference_count: integer().check(z.meta({ description: 'Number of content items that reference the file.', examples: [0] })),
  created_by: z.string().check(z.meta({ description: 'The id of the user who added the file.', examples: ['usr_01K00000000000000000000000'] })),
  created_at: timestamp(),
  updated_at: timestamp(),
  expires_at: z.nullable(timestamp()).check(z.meta({ description: 'Time at which the file is deleted. Null while a content item references it.', examples: ['2026-12-20T09:30:00.000Z'] })),
}));

/** A media asset as events show it. */
export const MediaData = lazy(() => z.object(mediaFields()));

// biome-ignore format: one field per line.
export const MediaResponse = lazyObject(() => ({
  ...mediaFields(),
  url: z.nullable(z.string()).check(z.meta({ description: 'URL of the file, valid for at most an hour. Null until the file is ready.', examples: ['https://example-media.s3.eu-central-1.amazonaws.com/media/med_01K00000000000000000000000'] })),
  upload: z.nullable(
    z.object({
      method: z.literal('PUT').check(z.describe('Method of the upload.')),
      url: z.string().check(z.meta({ description: 'Presigned URL, valid for at most an hour.', examples: ['https://example-media.s3.eu-central-1.amazonaws.com/uploads/med_01K00000000000000000000000'] })),
      headers: z.record(z.string(), z.string()).check(z.meta({ description: 'Headers to send with the upload, with exactly these values.', examples: [{ 'content-length': '48213', 'if-none-match': '*' }] })),
    }),
  ).check(z.describe('How to upload the file. Null in lists, without the permission `content:write`, and unless the status is `uploading`.')),
}));
