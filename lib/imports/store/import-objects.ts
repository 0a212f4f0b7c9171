import { deleteObjectsUnder, getObject, getObjectRange, putObject } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { newObjectToken } from '../../core/crypto/entropy.ts';
import type { Import } from '../rules/import.ts';
import { type ImportObject, importFileKey, importObjectKey } from '../rules/import-keys.ts';
import { MAX_IMPORT_BYTES } from '../rules/import-limits.ts';
import type { Corrections } from '../rules/row-identity.ts';
import type { RowResult } from '../rules/row-result.ts';

type Owner = Pick<Import, 'workspace_id' | 'id'>;
type Formatted = Owner & Pick<Import, 'format'>;

const RESULT_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

// A part has a hundred rows, whose cells are those of the file.
const MAX_OBJECT_BYTES = 8 * MAX_IMPORT_BYTES;

function bucket(): string {
  return requireEnv('MEDIA_BUCKET');
}

/** Store the file of an import. */
export function storeFile(owner: Owner, text: string): Promise<void> {
  return putObject(bucket(), importFileKey(owner), Buffer.from(text), { 'content-type': 'text/plain; charset=utf-8' });
}

/** Load the file of an import: its bytes, `too_large`, or null while it is not uploaded. */
export function loadFile(owner: Owner): Promise<Uint8Array | 'too_large' | null> {
  return getObject(bucket(), importFileKey(owner), MAX_IMPORT_BYTES);
}

/** Return whether the file of an import is uploaded. */
export async function isFileStored(owner: Owner): Promise<boolean> {
  return (await getObjectRange(bucket(), importFileKey(owner), 0, 1)) !== null;
}

/** Store a value of an import under a new token, and return the token. */
export async function storeObject(owner: Formatted, kind: ImportObject, value: unknown): Promise<string> {
  const token = newObjectToken();
  const isText = typeof value === 'string';
  const type = isText ? RESULT_TYPES[owner.format] : 'application/json';
  const body = Buffer.from(isText ? value : JSON.stringify(value));
  await putObject(bucket(), importObjectKey(owner, kind, token), body, { 'content-type': type });
  return token;
}

async function loadObject<T>(owner: Formatted, kind: ImportObject, token: string): Promise<T> {
  const bytes = await getObject(bucket(), importObjectKey(owner, kind, token), MAX_OBJECT_BYTES);
  if (bytes === null || bytes === 'too_large')
    throw new Error(`The object ${kind} of the import ${owner.id} is missing.`);
  return JSON.parse(Buffer.from(bytes).toString()) as T;
}

/** Load the results of one part of the rows of an import. */
export function loadPart(each: Import, index: number): Promise<RowResult[]> {
  return loadObject<RowResult[]>(each, 'rows', each.parts[index]!);
}

/** Load the corrections of an import. */
export async function loadCorrections(each: Import): Promise<Corrections> {
  return each.corrections === null ? {} : loadObject<Corrections>(each, 'corrections', each.corrections);
}

/** Load what the check of the earlier rows has found, or null before the first ones. */
export async function loadCheckProgress<T>(each: Import): Promise<T | null> {
  return each.progress === null ? null : loadObject<T>(each, 'progress', each.progress);
}

/** Delete all objects of an import. */
export async function deleteObjects({ workspace_id, id }: Owner): Promise<void> {
  await deleteObjectsUnder(bucket(), importFileKey({ workspace_id, id }).replace(/file$/, ''));
}
