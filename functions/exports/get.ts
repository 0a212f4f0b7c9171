import { presignGet } from '../../lib/core/aws/s3.ts';
import { requireEnv } from '../../lib/core/config/env.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/exports/api/exports/get.ts';
import { exportEntity } from '../../lib/exports/entities/exports.ts';
import { DOWNLOAD_URL_SECONDS, permissionOf, toExportView } from '../../lib/exports/rules/export.ts';
import { exportKey } from '../../lib/exports/rules/export-keys.ts';
import { loadExport } from '../../lib/exports/store/exports.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('export', exportEntity) };

/** Retrieve an export, with a URL of its file once it is completed. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const found = await loadOr404('export', params.id, (id) => loadExport(caller.workspace.id, id));
  assertAnyPermission(caller, [permissionOf(found)]);
  const isCompleted = found.status === 'completed';
  const download_url = isCompleted
    ? await presignGet(requireEnv('MEDIA_BUCKET'), exportKey(found), DOWNLOAD_URL_SECONDS)
    : null;
  return { status: 200, body: { ...toExportView(found), download_url } };
});
