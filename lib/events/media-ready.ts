import { toMediaView } from '../domain/media/media-view.ts';
import type { EventModule } from './event-module.ts';
import { SAMPLE_MEDIA } from './samples.ts';

/** `media.ready`. */
export const mediaReady = {
  description: 'A file of the media library passed its inspection. `data` is the file, without URLs.',
  schema: ({ MediaData }) => MediaData,
  sample: SAMPLE_MEDIA,
  source: 'MediaAsset',
  on: 'write',
  derive: (before, after) =>
    before?.status !== 'ready' && after.status === 'ready'
      ? [{ dedupKey: `${after.id}/ready`, timestamp: after.updated_at, data: toMediaView(after) }]
      : [],
} satisfies EventModule;
