import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { MediaAsset } from '../rules/media-asset.ts';
import type { MediaDeletion } from '../rules/media-deletion.ts';

/**
 * A file of the media library: its status, what its inspection found, how many content items reference it, and when it
 * is deleted. The bucket holds the file.
 */
export const mediaAssetEntity = /* @__PURE__ */ defineEntity<MediaAsset>({
  name: 'MediaAsset',
  pk: 'WS#{workspace_id}#MEDIA',
  sk: '{id}',
  due_pk: 'DUE#MEDIA#{shard}',
  due_sk: '{expires_at}',
  resource: 'media',
});

// biome-ignore format: several fields per line keep the table readable.
export const mediaAssetAudit: AuditModes<MediaAsset> = {
  id: 'never', workspace_id: 'never', status: 'on_request', upload_bytes: 'on_request', inspections: 'never',
  source_url: 'redacted_urls', file: 'on_request', error: 'on_request', storage_bytes: 'never',
  reference_count: 'never', agent_key: 'on_request', agent_budget_bytes: 'never', created_by: 'never',
  created_at: 'never', updated_at: 'never', expires_at: 'never', version: 'never',
};

export const mediaAssetLifecycle: Lifecycle = { ending: 'data', isExported: true, secrets: ['source_url'] };

/**
 * That the stream worker is to delete the objects of a deleted asset, because an inspection may have stored some after
 * the removal; expires after a day.
 */
export const mediaDeletionEntity = /* @__PURE__ */ defineEntity<MediaDeletion>({
  name: 'MediaDeletion',
  pk: 'WS#{workspace_id}#MEDIADELETION',
  sk: '{media_id}',
});

export const mediaDeletionLifecycle: Lifecycle = { ending: 'data' };
