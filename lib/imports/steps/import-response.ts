import { presignGet, presignPut } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { IMPORT_URL_SECONDS, type Import, toImportView } from '../rules/import.ts';
import { importFileKey, importObjectKey } from '../rules/import-keys.ts';

/** Build the response of an import with the upload that it waits for, which only those may have who may create imports. */
export async function withUpload(each: Import, { mayUpload }: { mayUpload: boolean }) {
  const upload = each.status === 'uploading' && mayUpload ? await presignUpload(each) : null;
  return { ...toImportView(each), upload };
}

/** Build the response of an import without its rows, with the URLs of its upload and its result. */
export async function importDetails(each: Import, terms: { mayUpload: boolean }) {
  const result_url = each.result === null ? null : await presignResult(each, each.result);
  return { ...(await withUpload(each, terms)), result_url };
}

/** Presign an upload of the announced size, while there is no other: S3 checks the headers that are signed. */
async function presignUpload(each: Import) {
  const headers = { 'content-length': String(each.upload_bytes), 'if-none-match': '*' };
  const url = await presignPut(requireEnv('MEDIA_BUCKET'), importFileKey(each), headers, IMPORT_URL_SECONDS);
  return { method: 'PUT', url, headers };
}

function presignResult(each: Import, token: string): Promise<string> {
  return presignGet(requireEnv('MEDIA_BUCKET'), importObjectKey(each, 'result', token), IMPORT_URL_SECONDS);
}
