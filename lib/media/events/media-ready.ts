import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_MEDIA } from '../../core/events/samples.ts';
import { mediaAssetEntity } from '../entities/media-assets.ts';
import type { MediaAsset } from '../rules/media-asset.ts';
import { toMediaView } from '../rules/media-view.ts';
import type { MediaParts } from './schema-parts.ts';

/** `media.ready`. */
export const mediaReady = {
  description: 'A media file is ready. `data` is the file, without URLs.',
  schema: ({ z, MediaData }) => MediaData.check(z.describe('The file.')),
  sample: SAMPLE_MEDIA,
  permission: 'content:read',
  source: mediaAssetEntity,
  on: 'write',
  derive: (before, after) =>
    before?.status !== 'ready' && after.status === 'ready'
      ? [{ dedupKey: `${after.id}/ready`, timestamp: after.updated_at, data: toMediaView(after) }]
      : [],
} satisfies EventModule<MediaAsset, MediaParts>;
