import { deleteObject, deleteObjectsUnder, getObject, putObject } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { newObjectToken } from '../../core/crypto/entropy.ts';
import type { Export } from '../rules/export.ts';
import { CONTENT_TYPES, exportPrefix, exportRestKey } from '../rules/export-keys.ts';

const MAX_REST_BYTES = 5 * 1024 * 1024;

type Owner = Pick<Export, 'workspace_id' | 'id'>;

function bucket(): string {
  return requireEnv('MEDIA_BUCKET');
}

/** Store rows that are too few for a part under a new token, and return the token. Returns null for none. */
export async function storeRest(each: Export, body: Uint8Array): Promise<string | null> {
  if (body.byteLength === 0) return null;
  const token = newObjectToken();
  await putObject(bucket(), exportRestKey(each, token), body, { 'content-type': CONTENT_TYPES[each.format] });
  return token;
}

/** Load the rows before the cursor of an export that are in no part yet. */
export async function loadRest(each: Export): Promise<Uint8Array> {
  if (!each.rest) return new Uint8Array();
  const bytes = await getObject(bucket(), exportRestKey(each, each.rest), MAX_REST_BYTES);
  if (bytes === null || bytes === 'too_large') throw new Error(`The rest of the export ${each.id} is missing.`);
  return bytes;
}

/** Delete rows that are in a part now, or in another rest. */
export async function deleteRest(owner: Owner, token: string): Promise<void> {
  await deleteObject(bucket(), exportRestKey(owner, token));
}

/** Delete all objects of an export. */
export async function deleteExportObjects(owner: Owner): Promise<void> {
  await deleteObjectsUnder(bucket(), exportPrefix(owner));
}
