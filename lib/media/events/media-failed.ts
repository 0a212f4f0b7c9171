import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_MEDIA } from '../../core/events/samples.ts';
import { mediaAssetEntity } from '../entities/media-assets.ts';
import type { MediaAsset } from '../rules/media-asset.ts';
import { toMediaView } from '../rules/media-view.ts';
import type { MediaParts } from './schema-parts.ts';

const NO_FILE = { content_type: null, size_bytes: null, width: null, height: null, is_animated: null };

/** `media.failed`. */
export const mediaFailed = {
  description: 'A media file was rejected. `data` is the file, with the reason in `error`.',
  schema: ({ z, MediaData }) => MediaData.check(z.describe('The file, with the reason in `error`.')),
  sample: {
    ...SAMPLE_MEDIA,
    ...NO_FILE,
    status: 'rejected',
    error: { code: 'corrupt', message: 'The image is truncated or damaged.' },
  },
  permission: 'content:read',
  source: mediaAssetEntity,
  on: 'write',
  derive: (before, after) =>
    before?.status !== 'rejected' && after.status === 'rejected'
      ? [{ dedupKey: `${after.id}/failed`, timestamp: after.updated_at, data: toMediaView(after) }]
      : [],
} satisfies EventModule<MediaAsset, MediaParts>;
