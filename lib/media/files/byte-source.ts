/** A file that is read in parts, because it may be larger than the memory. */
export interface ByteSource {
  sizeBytes: number;
  /** Read exactly these bytes, which the caller may change. Rejects for a failure that says nothing about the file. */
  read(fromByte: number, lengthBytes: number): Promise<Uint8Array>;
}

const BLOCK_BYTES = 1024 * 1024;
const MAX_BLOCKS = 4;

/**
 * Return a source that reads whole blocks and remembers the last ones, so that many small reads close to each other are few
 * requests. It holds at most 4 MiB, besides the result of a read.
 */
export function inBlocks(source: ByteSource): ByteSource {
  const blocks = new Map<number, Promise<Uint8Array>>();
  const blockAt = (index: number) => {
    const from = index * BLOCK_BYTES;
    const block = blocks.get(index) ?? source.read(from, Math.min(BLOCK_BYTES, source.sizeBytes - from));
    // The map is in the order of insertion: the block that was used last is the last one.
    blocks.delete(index);
    blocks.set(index, block);
    if (blocks.size > MAX_BLOCKS) blocks.delete(blocks.keys().next().value!);
    return block;
  };
  return {
    sizeBytes: source.sizeBytes,
    read: async (fromByte, lengthBytes) => {
      // Large parts are read once and directly.
      if (lengthBytes > BLOCK_BYTES) return source.read(fromByte, lengthBytes);
      const result = new Uint8Array(lengthBytes);
      for (let at = fromByte; at < fromByte + lengthBytes; ) {
        const index = Math.floor(at / BLOCK_BYTES);
        const start = at - index * BLOCK_BYTES;
        const part = (await blockAt(index)).subarray(start, start + fromByte + lengthBytes - at);
        result.set(part, at - fromByte);
        at += part.byteLength;
      }
      return result;
    },
  };
}
