import timers from 'node:timers/promises';
import * as z from 'zod/mini';
import { publicUrl } from '../../core/api/request-fields.ts';
import { defineTool, requestId, WRITES_FROM_INTERNET } from './tool.ts';

/** How often a call looks for the file, a second apart. Inspecting an image takes about a second. */
const MAX_LOOKS = 8;
const PAUSE_MS = 1_000;

/** Add a file to the media library by its URL. */
export const addMedia = defineTool({
  name: 'add_media',
  title: 'Add a file by URL',
  description:
    'Add an image or a video from a public https URL to the media library. The service fetches and inspects it, and removes its personal metadata. Waits up to eight seconds; while the status is processing, call again with the same request_id and URL to wait further. Takes the bytes of the file of the budget media_bytes.',
  annotations: WRITES_FROM_INTERNET,
  place: 8,
  example: { request_id: 'file', url: 'https://files.invalid/a.jpg' },
  input: () => z.strictObject({ request_id: requestId(), url: publicUrl }),
  output: () =>
    z.object({
      media_id: z.string(),
      status: z.string().check(z.meta({ description: 'processing, ready or rejected.' })),
      content_type: z.nullable(z.string()),
      size_bytes: z.nullable(z.int()),
      width: z.nullable(z.int()),
      height: z.nullable(z.int()),
      duration_ms: z.nullable(z.int()),
      unsupported: z.array(z.object({ platform: z.string(), message: z.string() })),
      rejected_because: z.nullable(z.string()),
    }),
  run: async ({ request_id, url }, call) => {
    const created = await call('media.create', { body: { url }, requestId: request_id });
    const get = () => call('media.get', { params: { id: created.id } });
    let media = await get();
    for (let looks = 0; media.status === 'processing' && looks < MAX_LOOKS; looks++) {
      await timers.setTimeout(PAUSE_MS);
      media = await get();
    }
    const { id, status, content_type, size_bytes, width, height, duration_ms, unsupported, error } = media;
    return {
      ...{ media_id: id, status, content_type, size_bytes, width, height, duration_ms },
      unsupported: unsupported.map(({ platform, message }) => ({ platform, message })),
      rejected_because: error?.message ?? null,
    };
  },
});
