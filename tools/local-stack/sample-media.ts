import type { Write } from '../../lib/core/table/commit.ts';
import { acceptFile, type MediaAsset, newMediaAsset } from '../../lib/media/rules/media-asset.ts';
import { mediaAssetWrites } from '../../lib/media/store/media-assets.ts';

/** Build a file of the media library that is ready. */
export function sampleMedia(
  owner: Pick<MediaAsset, 'id' | 'workspace_id' | 'created_by'>,
  nowMs: number,
  contentType = 'image/jpeg',
): MediaAsset {
  const file = {
    ...{ content_type: contentType, size_bytes: 48_213, width: 1080, height: 1350 },
    ...{ is_animated: false, duration_ms: null, video: null, adaptations: [], unsupported: [] },
  };
  return acceptFile(newMediaAsset({ upload_bytes: file.size_bytes }, owner, nowMs), file, nowMs);
}

/** Build the writes of files of the media library that are ready: to be read, and to be deleted. */
export function sampleMediaWrites(workspace_id: string, created_by: string, ids: string[], nowMs: number): Write[] {
  return ids.flatMap((id) => mediaAssetWrites(null, sampleMedia({ id, workspace_id, created_by }, nowMs)));
}
