import { settings } from '../../lib/core/config/settings.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/media/api/media/create.ts';
import { newMediaAsset } from '../../lib/media/rules/media-asset.ts';
import { storageQuota } from '../../lib/media/rules/storage-quota.ts';
import { mediaResponse } from '../../lib/media/steps/media-response.ts';
import { assertPublicUrl } from '../../lib/media/steps/media-url-check.ts';
import { mediaAssetWrites } from '../../lib/media/store/media-assets.ts';

/** Add a file to the media library: one that the caller uploads, or one that the service fetches from a URL. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const owner = {
    ...{ id: newId('media'), workspace_id: caller.workspace.id, created_by: caller.userId },
    ...(caller.agent && { agent_key: caller.clientId, agent_budget_bytes: caller.agent.budgets.media_bytes }),
  };
  if (body.url !== undefined) assertPublicUrl(body.url);
  // The schema requires one of them.
  const source = body.url === undefined ? { upload_bytes: body.size_bytes! } : { source_url: body.url };
  const asset = newMediaAsset(source, owner, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/media/${asset.id}` },
    body: await mediaResponse(asset, { mayUpload: true }),
    writes: mediaAssetWrites(null, asset, storageQuota(caller.workspace, settings().defaultLimits)),
    // The bytes behind a URL are taken once they are known, when the inspection starts.
    agentUse: { media_bytes: asset.upload_bytes ?? 0 },
  };
});
