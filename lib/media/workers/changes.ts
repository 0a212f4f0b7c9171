import { onChange } from '../../core/stream/on-change.ts';
import { mediaAssetEntity, mediaDeletionEntity } from '../entities/media-assets.ts';
import { onMediaChanged, onMediaDeletionRequested } from './media-changes.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(mediaAssetEntity, onMediaChanged),
  onChange(mediaDeletionEntity, onMediaDeletionRequested),
];
