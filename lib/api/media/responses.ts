import * as z from 'zod/mini';
import { IMAGE_CHANGES, MEDIA_ERRORS, MEDIA_STATUSES, UNSUPPORTED_CODES } from '../../domain/media/media-asset.ts';
import { lazy } from '../lazy.ts';
import { integer, lazyObject, platformName, timestamp } from '../response-fields.ts';

/** What a platform receives instead of a file. */
export const adaptationFields = lazy(() => ({
  content_type: z.string(),
  size_bytes: integer(),
  width: integer(),
  height: integer(),
  changes: z.array(z.enum(IMAGE_CHANGES)),
}));

const mediaFields = lazy(() => ({
  id: z.string(),
  status: z.enum(MEDIA_STATUSES),
  content_type: z.nullable(z.string()),
  size_bytes: z.nullable(integer()),
  width: z.nullable(integer()),
  height: z.nullable(integer()),
  is_animated: z.nullable(z.boolean()),
  duration_ms: z.nullable(integer()),
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
