import { expect } from 'vitest';
import { callApi, type Json, succeed } from './api-harness.ts';
import type { ObjectStore } from './object-store.ts';
import type { Tenant } from './tenants.ts';
import { processStreamRecords, type WorkerHarness } from './worker-harness.ts';

export interface ImportView extends Json {
  id: string;
  status: string;
  counts: Record<'valid' | 'invalid' | 'created' | 'failed' | 'removed' | 'kept', number>;
  rows: (Json & { row: number; status: string; problems: (Json & { code: string; column: string | null })[] })[];
}

type Caller = Pick<Tenant, 'token'>;

/** An import of a CSV file that is not checked yet. */
export async function newImport({ token }: Caller, content: string, fields: Json = {}): Promise<{ id: string }> {
  return succeed<{ id: string }>('imports.create', { token, body: { format: 'csv', content, ...fields } });
}

/** An import with its first hundred rows. */
export async function readImport(
  { token }: Caller,
  id: string,
  query: Record<string, string> = {},
): Promise<ImportView> {
  return succeed<ImportView>('imports.get', { token, params: { id }, query: { limit: '100', ...query } });
}

/** Process changes until no step of an import is due. */
export async function followImports(harness: WorkerHarness): Promise<void> {
  for (let round = 0; round < 2_000; round++) {
    const changes = harness.changes();
    if (changes.length === 0) return;
    expect(await processStreamRecords(changes)).toEqual([]);
  }
  throw new Error('The imports do not come to an end.');
}

/** Check a file, and return the import. */
export async function checked(harness: WorkerHarness, caller: Caller, content: string, fields: Json = {}) {
  const { id } = await newImport(caller, content, fields);
  await followImports(harness);
  return readImport(caller, id);
}

/** Upload a file of these rows, check it, and return the id of its import. */
export async function checkedUpload(
  harness: WorkerHarness,
  bucket: ObjectStore,
  caller: Caller,
  rows: Json[],
): Promise<string> {
  const file = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const body = { format: 'jsonl', size_bytes: file.byteLength };
  const { json } = await callApi('imports.create', { token: caller.token, body });
  const { url } = json.upload as { url: string };
  bucket.objects.set(new URL(url).pathname.slice(1), file);
  expect(await change(harness, caller, 'imports.update', String(json.id), { uploaded: true })).toMatchObject({
    ...{ status: 'ready', progress: { row_count: rows.length } },
  });
  return String(json.id);
}

/** Send a request about an import, follow what it starts, and return the import. */
export async function change(
  harness: WorkerHarness,
  caller: Caller,
  operation: 'imports.run' | 'imports.undo' | 'imports.update',
  id: string,
  body?: Json,
): Promise<ImportView> {
  const answer = await callApi(operation, { token: caller.token, params: { id }, ...(body ? { body } : {}) });
  expect(answer.status, answer.text).toBe(operation === 'imports.update' ? 200 : 202);
  await followImports(harness);
  return readImport(caller, id);
}
