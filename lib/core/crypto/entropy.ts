import { randomBytes } from 'node:crypto';

const BLOCK_BYTES = 4096;

let block = Buffer.alloc(0);
let used = 0;

/**
 * Return random bytes for an id, at most 4096. They come from a block of the generator of the system: a call of it costs
 * as much for 4096 bytes as for 10. Each byte is returned once. Secrets come from `randomBytes`.
 */
export function idEntropy(size: number): Uint8Array {
  if (used + size > block.length) [block, used] = [randomBytes(BLOCK_BYTES), 0];
  used += size;
  return block.subarray(used - size, used);
}

/** Return a token that makes the key of an object unique: 12 hexadecimal digits. */
export function newObjectToken(): string {
  return Buffer.from(idEntropy(6)).toString('hex');
}
