import { api, type Schemas, unwrap } from '../../api/client.ts';
import type { Intent } from '../../api/intent.ts';
import { sendFile } from '../../content/upload-file.ts';

const JSON_NAME = /\.(json|jsonl|ndjson)$/i;
const MAX_NAME = 200;

/** Send a file, and start its check. Times without a zone are those of `timeZone`. Returns the id of the import. */
export async function importFile(file: File, timeZone: string, intent: Intent): Promise<string> {
  const body: Schemas['ImportCreate'] = {
    format: JSON_NAME.test(file.name) ? 'jsonl' : 'csv',
    name: [...file.name].slice(0, MAX_NAME).join(''),
    size_bytes: file.size,
    defaults: { time_zone: timeZone },
  };
  const { id, upload } = await intent.send(body, (header) =>
    unwrap(api.POST('/imports', { params: { header }, body })),
  );
  if (upload) await sendFile(upload, file, () => undefined, new AbortController().signal);
  await unwrap(api.PUT('/imports/{id}', { params: { path: { id } }, body: { uploaded: true } }));
  return id;
}
