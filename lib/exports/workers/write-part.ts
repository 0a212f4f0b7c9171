import { putObject } from '../../core/aws/s3.ts';
import { completeUpload, putPart, startUpload } from '../../core/aws/s3-multipart.ts';
import { requireEnv } from '../../core/config/env.ts';
import { isNamed } from '../../core/retry/transient-errors.ts';
import type { Export, ExportStep } from '../rules/export.ts';
import { CONTENT_TYPES, exportKey } from '../rules/export-keys.ts';
import { formatRows } from '../rules/export-rows.ts';
import { loadRest, storeRest } from '../store/export-objects.ts';
import type { LoadExportPage } from '../store/export-pages.ts';

/** The smallest part that S3 accepts, except for the last one. */
const PART_BYTES = 5 * 1024 * 1024;
/** The most pages that a step reads: of metrics, 25,000 rows. The period may exclude all of them. */
const STEP_PAGES = 50;

/**
 * Write the next part of an export; after the last one, complete its file. What is too small for a part is stored for the
 * next step. A repeated step stores the same part again, and the file appears once. An export of one part is one object.
 */
export async function writeNextPart(each: Export, loadNext: LoadExportPage, nowMs: number): Promise<ExportStep> {
  const { format, cursor, upload } = each;
  const bucket = requireEnv('MEDIA_BUCKET');
  const key = exportKey(each);
  const headers = { 'content-type': CONTENT_TYPES[format] };
  if (cursor === null && upload !== null) {
    await completeOnce(bucket, key, upload);
    return { next: null, upload: null, rest: null, rows: 0, bytes: 0 };
  }
  const { body, ...read } = await readPart(each, loadNext, nowMs);
  if (read.next !== null && body.byteLength < PART_BYTES) return { ...read, upload, rest: await storeRest(each, body) };
  if (upload === null && read.next === null) {
    await putObject(bucket, key, body, headers);
    return { ...read, upload, rest: null };
  }
  if (body.byteLength === 0) return { ...read, upload, rest: null };
  const { id, parts } = upload ?? { id: await startUpload(bucket, key, headers), parts: [] };
  const stored = await putPart(bucket, key, { uploadId: id, number: parts.length + 1 }, body);
  return { ...read, upload: { id, parts: [...parts, stored] }, rest: null };
}

/** Read pages until a part is large enough, the step has read enough, or there are no more. Begins with the rest. */
async function readPart(each: Export, loadNext: LoadExportPage, nowMs: number) {
  const { kind, format } = each;
  const rest = await loadRest(each);
  const chunks: Uint8Array[] = [rest];
  let [bytes, rows, next] = [0, 0, each.cursor];
  let pages = 0;
  do {
    const page = await loadNext(each, next, nowMs);
    const isFirst = each.cursor === null && pages === 0;
    const chunk = Buffer.from(formatRows(page.rows, kind, format, isFirst));
    chunks.push(chunk);
    pages++;
    bytes += chunk.byteLength;
    rows += page.rows.length;
    next = page.next;
  } while (next !== null && rest.byteLength + bytes < PART_BYTES && pages < STEP_PAGES);
  return { body: Buffer.concat(chunks), rows, bytes, next };
}

async function completeOnce(bucket: string, key: string, { id, parts }: { id: string; parts: string[] }) {
  try {
    await completeUpload(bucket, key, id, parts);
  } catch (error) {
    // An earlier run has completed it: nothing else ends an upload on the day of its export.
    if (!isNamed(error, 'NoSuchUpload')) throw error;
  }
}
