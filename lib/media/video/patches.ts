import { type ByteRange, firstAfter } from './byte-ranges.ts';

/** Bytes of a file that become 0, or others. Patches of a file do not overlap. */
export type Patch = ByteRange & { bytes?: Uint8Array };

/** Sort patches for `applyPatches`. */
export function sortPatches(patches: Patch[]): Patch[] {
  return patches.filter(({ from, end }) => from < end).sort((a, b) => a.from - b.from);
}

/** Change the bytes of a part of a file in place. `fromByte` is where the part begins; the patches are sorted. */
export function applyPatches(part: Uint8Array, fromByte: number, patches: readonly Patch[]): void {
  const endByte = fromByte + part.byteLength;
  for (let index = firstAfter(patches, fromByte); index < patches.length; index++) {
    const { from, end, bytes } = patches[index]!;
    if (from >= endByte) return;
    const [first, last] = [Math.max(from, fromByte), Math.min(end, endByte)];
    if (bytes) part.set(bytes.subarray(first - from, last - from), first - fromByte);
    else part.fill(0, first - fromByte, last - fromByte);
  }
}
