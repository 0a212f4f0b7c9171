import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** A file with the bytes of an object, or of a part of one. `etag` is their MD5 in hexadecimal digits. */
export type StoredFile = { file: string; bytes: number; etag: string };

/**
 * The bodies of objects as files, because a video is too large for the memory and for a row of the store. A file counts
 * once a row names it: `used` are the names in rows, and every other file is the rest of an interrupted write.
 */
export function openObjectFiles(folder: string, used: ReadonlySet<string>) {
  mkdirSync(folder, { recursive: true });
  const pathOf = (file: string) => join(folder, file);
  const remove = (files: readonly { file: string }[]) => {
    for (const { file } of files) rmSync(pathOf(file), { force: true });
  };
  remove(
    readdirSync(folder)
      .filter((file) => !used.has(file))
      .map((file) => ({ file })),
  );
  return {
    /** Write a body to the disk as it arrives. Rejects, without a file, when it ends early. */
    write: async (body: AsyncIterable<Uint8Array>): Promise<StoredFile> => {
      const file = randomUUID();
      const hash = createHash('md5');
      const handle = await open(pathOf(file), 'wx');
      let bytes = 0;
      try {
        for await (const chunk of body) {
          hash.update(chunk);
          await handle.writeFile(chunk);
          bytes += chunk.byteLength;
        }
        await handle.sync();
      } catch (error) {
        remove([{ file }]);
        throw error;
      } finally {
        await handle.close();
      }
      return { file, bytes, etag: hash.digest('hex') };
    },
    remove,
    /** Read bytes `from` to `end`, without the latter, of files that follow one another. */
    read: async function* (files: readonly StoredFile[], from: number, end: number): AsyncGenerator<Uint8Array> {
      let offset = 0;
      for (const { file, bytes } of files) {
        const [start, stop] = [Math.max(from - offset, 0), Math.min(end - offset, bytes)];
        offset += bytes;
        if (start < stop) yield* createReadStream(pathOf(file), { start, end: stop - 1 });
      }
    },
  };
}
