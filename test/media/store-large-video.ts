import { readFileSync } from 'node:fs';
import { storeVideo } from '../../lib/media/workers/store-video.ts';

// A program of its own, because the memory of a test process is that of all its tests. It stores a video of 512 MiB in a
// bucket that takes everything, and prints the bytes that the bucket received and the most memory of the process.
const sizeBytes = 512 * 1024 * 1024;
let sentBytes = 0;
globalThis.fetch = async (_url, init) => {
  sentBytes += init?.method === 'PUT' ? (init.body as unknown as Uint8Array).byteLength : 0;
  return new Response('<UploadId>u</UploadId>', { headers: { etag: '"e"' } });
};
const source = { sizeBytes, read: async (_from: number, length: number) => new Uint8Array(length).fill(7) };
const patches = [{ from: 100, end: sizeBytes - 100 }];
await storeVideo(source, { sizeBytes, patches }, { key: 'media/a', contentType: 'video/mp4' });
// Of the memory of this program: `maxRSS` begins with that of the process which started it.
const [, peakKilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))!;
console.log(JSON.stringify({ sentBytes, peakBytes: Number(peakKilobytes) * 1024 }));
