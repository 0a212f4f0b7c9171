import { type Box, damaged, type Region } from './boxes.ts';
import { assertFewSamples, type Samples } from './sample-tables.ts';

/** What samples of a fragmented track have unless a fragment says something else. */
export type SampleDefaults = { ticks: number; bytes: number };

/** Read the defaults of the fragments of each track, by its id; null for a movie that has no fragments. */
export function readFragmentDefaults(region: Region, movie: Box): Map<number, SampleDefaults> | null {
  const container = region.find(movie, 'mvex');
  if (!container) return null;
  const boxes = region.boxes(container.payload, container.end).boxes.filter(({ type }) => type === 'trex');
  return new Map(
    boxes.map(({ payload: at }) => [region.u32(at + 4), { ticks: region.u32(at + 12), bytes: region.u32(at + 16) }]),
  );
}

/** Add the samples of a fragment to those of the tracks that stay. */
export function addFragment(
  region: Region,
  fragment: Box,
  defaults: ReadonlyMap<number, SampleDefaults>,
  tracks: ReadonlyMap<number, Samples>,
): void {
  // Without a base of its own, a track continues behind the data of the one before.
  let base = fragment.start;
  for (const track of region.boxes(fragment.payload, fragment.end).boxes) {
    if (track.type !== 'traf') continue;
    const header = readHeader(region, region.child(track, 'tfhd'), defaults);
    const start = header.base ?? (header.isBaseFragment ? fragment.start : base);
    base = addRuns(region, track, { ...header, start }, tracks.get(header.id));
  }
}

type Header = SampleDefaults & { id: number; base: number | null; isBaseFragment: boolean };

function readHeader(region: Region, { payload }: Box, defaults: ReadonlyMap<number, SampleDefaults>): Header {
  const [flags, id] = [region.u32(payload) & 0xffffff, region.u32(payload + 4)];
  let at = payload + 8;
  const optional = (flag: number, bytes: number) => {
    if ((flags & flag) === 0) return null;
    at += bytes;
    return bytes === 8 ? region.u64(at - 8) : region.u32(at - 4);
  };
  const base = optional(0x1, 8);
  optional(0x2, 4);
  const ofAll = defaults.get(id) ?? { ticks: 0, bytes: 0 };
  const ticks = optional(0x8, 4) ?? ofAll.ticks;
  const bytes = optional(0x10, 4) ?? ofAll.bytes;
  return { id, base, ticks, bytes, isBaseFragment: (flags & 0x20000) !== 0 };
}

/** Add the runs of a track, unless it is removed; returns the offset behind its data. */
function addRuns(region: Region, track: Box, header: Header & { start: number }, samples?: Samples): number {
  let end = header.start;
  for (const { type, payload } of region.boxes(track.payload, track.end).boxes) {
    if (type !== 'trun') continue;
    const [flags, count] = [region.u32(payload) & 0xffffff, region.u32(payload + 4)];
    assertFewSamples(count + (samples?.count ?? 0));
    let at = payload + 8;
    if (flags & 0x1) {
      end = header.start + region.i32(at);
      at += 4;
    }
    if (flags & 0x4) at += 4;
    const from = end;
    if (from < 0) throw damaged('the data of a fragment is before the file');
    let ticks = flags & 0x100 ? 0 : count * header.ticks;
    if ((flags & 0x200) === 0) end += count * header.bytes;
    const perSample = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
    const table = region.slice(at, at + count * perSample);
    for (let index = 0; index < count && perSample > 0; index++) {
      const offset = index * perSample;
      if (flags & 0x100) ticks += table.readUInt32BE(offset);
      if (flags & 0x200) end += table.readUInt32BE(offset + (flags & 0x100 ? 4 : 0));
    }
    if (!samples) continue;
    samples.count += count;
    samples.ticks += ticks;
    samples.ranges.push({ from, end });
  }
  return end;
}
