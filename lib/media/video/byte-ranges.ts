/** Bytes `from` to `end`, without the latter. */
export type ByteRange = { from: number; end: number };

/** Merge ranges that overlap or adjoin, in the order of their offsets. */
export function mergeRanges(ranges: readonly ByteRange[]): ByteRange[] {
  const merged: ByteRange[] = [];
  for (const { from, end } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.end) last.end = Math.max(last.end, end);
    else if (from < end) merged.push({ from, end });
  }
  return merged;
}

/** Return the parts of `whole` that no range of a merged list covers. */
export function gapsBetween(whole: ByteRange, merged: readonly ByteRange[]): ByteRange[] {
  const gaps: ByteRange[] = [];
  let at = whole.from;
  // A file may have a hundred thousand boxes of media data, and a million ranges.
  for (let index = firstAfter(merged, at); index < merged.length; index++) {
    const { from, end } = merged[index]!;
    if (from >= whole.end) break;
    if (from > at) gaps.push({ from: at, end: from });
    at = Math.min(end, whole.end);
  }
  if (at < whole.end) gaps.push({ from: at, end: whole.end });
  return gaps;
}

/** Return the first range that is not completely inside of one of the merged ranges. */
export function findOutside(ranges: readonly ByteRange[], merged: readonly ByteRange[]): ByteRange | undefined {
  let index = 0;
  return ranges
    .toSorted((a, b) => a.from - b.from)
    .find(({ from, end }) => {
      while (index < merged.length && merged[index]!.end <= from) index += 1;
      const around = merged[index];
      return from < end && !(around && around.from <= from && end <= around.end);
    });
}

/** Find the first of sorted ranges that ends after an offset. */
export function firstAfter(sorted: readonly ByteRange[], offset: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
