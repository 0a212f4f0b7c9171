import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, platformName, timestamp } from '../../../core/api/response-fields.ts';
import {
  AUDIO_CODECS,
  CHROMA_FORMATS,
  IMAGE_CHANGES,
  UNSUPPORTED_CODES,
  VIDEO_CODECS,
} from '../../../platforms/definition/media-file.ts';
import { MEDIA_ERRORS, MEDIA_STATUSES } from '../../rules/media-asset.ts';

/** What a platform receives instead of a file. */
export const adaptationFields = lazy(() => ({
  content_type: z.string(),
  size_bytes: integer(),
  width: integer(),
  height: integer(),
  changes: z.array(z.enum(IMAGE_CHANGES)),
}));

const audio = lazy(() =>
  z.object({
    codec: z.enum(AUDIO_CODECS),
    profile: z.nullable(z.string()),
    channels: integer(),
    sample_rate: integer(),
  }),
);

const video = lazy(() =>
  z.object({
    codec: z.enum(VIDEO_CODECS),
    profile: z.nullable(z.string()),
    bit_depth: integer(),
    chroma: z.enum(CHROMA_FORMATS),
    is_interlaced: z.boolean(),
    pixel_aspect: z.string(),
    frame_rate: z.number(),
    bit_rate: integer(),
    is_index_first: z.boolean(),
    has_edit_list: z.boolean(),
    audio: z.nullable(audio()),
  }),
);

const mediaFields = lazy(() => ({
  id: z.string(),
  status: z.enum(MEDIA_STATUSES),
  content_type: z.nullable(z.string()),
  size_bytes: z.nullable(integer()),
  width: z.nullable(integer()),
  height: z.nullable(integer()),
  is_animated: z.nullable(z.boolean()),
  duration_ms: z.nullable(integer()),
  video: z.nullable(video()),
  adaptations: z.array(z.object({ platform: platformName(), ...adaptationFields() })),
  unsupported: z.array(z.object({ platform: platformName(), code: z.enum(UNSUPPORTED_CODES), message: z.string() })),
  error: z.nullable(z.object({ code: z.enum(MEDIA_ERRORS), message: z.string() })),
  reference_count: integer(),
  created_by: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
  expires_at: z.nullable(timestamp()),
}));

/** A media asset as events show it. */
export const MediaData = lazy(() => z.object(mediaFields()));

export const MediaResponse = lazyObject(() => ({
  ...mediaFields(),
  url: z.nullable(z.string()),
  upload: z.nullable(
    z.object({ method: z.literal('PUT'), url: z.string(), headers: z.record(z.string(), z.string()) }),
  ),
}));
