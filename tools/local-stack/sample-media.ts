import { acceptFile, newMediaAsset } from '../../lib/domain/media/media-asset.ts';
import type { Write } from '../../lib/table/commit.ts';
import { mediaAssetWrite } from '../../lib/table/media-assets.ts';

/** Build the writes of files of the media library that are ready: to be read, and to be deleted. */
export function sampleMediaWrites(workspace_id: string, created_by: string, ids: string[], nowMs: number): Write[] {
  const file = {
    ...{ content_type: 'image/jpeg', size_bytes: 48_213, width: 1080, height: 1350 },
    ...{ is_animated: false, duration_ms: null },
  };
  return ids.map((id) => {
    const asset = newMediaAsset({ upload_bytes: file.size_bytes }, { id, workspace_id, created_by }, nowMs);
    return mediaAssetWrite(null, acceptFile(asset, file, nowMs));
  });
}
