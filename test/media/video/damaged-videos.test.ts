import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../../lib/media/files/byte-source.ts';
import { processVideo } from '../../../lib/media/video/process-video.ts';
import { measureCpuMs, REFERENCE_CPU_MS } from '../../cpu-time.ts';
import { box, fixture, full, h264Entry, sourceOf, u16, u32, visualEntry, writeVideo } from '../videos.ts';

const head = writeVideo().bytes.subarray(0, 24);
const file = (...boxes: Buffer[]) => Buffer.concat([head, ...boxes]);
const movieWith = (...tables: Buffer[]) => writeVideo({ tables: [full('stsd', u32(1), h264Entry()), ...tables] }).bytes;
const OFFSETS = full('stco', u32(1, 40));

/** Replace the size of the first box of a type. */
function resized(type: string, ...size: number[]): Buffer {
  const bytes = Buffer.from(writeVideo().bytes);
  u32(...size).copy(bytes, bytes.indexOf(type) - 4);
  return bytes;
}

/** Generate numbers that look random and are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

// biome-ignore format: one file per row
const HOSTILE: [name: string, bytes: Buffer, code: string][] = [
  ['a size of 0 for a box before others', resized('ftyp', 0), 'truncated'],
  ['a size of 0 for the index', resized('moov', 0), 'truncated'],
  ['a size of 4', resized('moov', 4), 'truncated'],
  ['a size of 4 GB', resized('moov', 0xffffffff), 'truncated'],
  ['a size of 0 in the index', resized('mdia', 0), 'corrupt'],
  ['a size of 4 in the index', resized('mdia', 4), 'corrupt'],
  ['a size beyond the index', resized('stbl', 0x7fffffff), 'corrupt'],
  ['a size of 2^64', file(Buffer.concat([u32(1), Buffer.from('moov'), u32(0xffffffff, 0xffffffff)])), 'truncated'],
  ['a long size of 8', file(Buffer.concat([u32(1), Buffer.from('moov'), u32(0, 8)])), 'truncated'],
  ['a long size that is cut off', file(Buffer.concat([u32(1), Buffer.from('moov'), u32(0)])), 'truncated'],
  ['an index of 40 MB', file(box('moov', Buffer.alloc(40_000_000))), 'too_complex'],
  ['a million boxes in the file', file(Buffer.alloc(8_000_000, u32(8, 0x66726565))), 'too_complex'],
  ['a million boxes in the index', file(box('moov', Buffer.alloc(8_000_000, u32(8, 0x66726565)))), 'too_complex'],
  ['four billion frames of one byte', movieWith(full('stsz', u32(1, 0xffffffff))), 'too_complex'],
  ['four billion sizes in a small table', movieWith(full('stsz', u32(0, 0xffffffff))), 'too_complex'],
  ['more sizes than the table has', movieWith(full('stsz', u32(0, 1000))), 'corrupt'],
  ['sizes of 3 bits', movieWith(full('stz2', u32(3, 1000))), 'corrupt'],
  ['four billion entries of times', movieWith(full('stsz', u32(1, 1)), full('stts', u32(0xffffffff))), 'corrupt'],
  ['four billion chunks', movieWith(full('stsz', u32(1, 1)), full('stts', u32(1, 1, 1)), full('stsc', u32(1, 1, 1, 1)), full('stco', u32(0xffffffff))), 'corrupt'],
  ['chunks in a wrong order', movieWith(full('stsz', u32(1, 9)), full('stts', u32(1, 9, 1)), full('stsc', u32(2, 1, 1, 1, 1, 1, 1)), OFFSETS), 'corrupt'],
  ['chunks that begin at 0', movieWith(full('stsz', u32(1, 9)), full('stts', u32(1, 9, 1)), full('stsc', u32(1, 0, 1, 1)), OFFSETS), 'corrupt'],
  ['chunks without frames', movieWith(full('stsz', u32(1, 9)), full('stts', u32(1, 9, 1)), full('stsc', u32(1, 1, 0, 1)), OFFSETS), 'corrupt'],
  ['frames in no chunk', movieWith(full('stsz', u32(1, 9)), full('stts', u32(1, 9, 1)), full('stsc', u32(1, 1, 1, 1)), OFFSETS), 'corrupt'],
  ['frames behind the end of the file', movieWith(full('stsz', u32(1, 9)), full('stts', u32(1, 9, 1)), full('stsc', u32(1, 1, 9, 1)), full('stco', u32(1, 0xfffffff0))), 'truncated'],
  ['frames in the header of the file', movieWith(full('stsz', u32(1, 9)), full('stts', u32(1, 9, 1)), full('stsc', u32(1, 1, 9, 1)), full('stco', u32(1, 4))), 'corrupt'],
  ['frames at 2^60', movieWith(full('stsz', u32(1, 9)), full('stts', u32(1, 9, 1)), full('stsc', u32(1, 1, 9, 1)), full('co64', u32(1, 0x10000000, 0))), 'corrupt'],
  ['frames at 2^50', movieWith(full('stsz', u32(1, 9)), full('stts', u32(1, 9, 1)), full('stsc', u32(1, 1, 9, 1)), full('co64', u32(1, 0x40000, 0))), 'truncated'],
  ['a parameter set that never ends', writeVideo({ entry: visualEntry('avc1', 64, 64, box('avcC', [1, 66, 0, 30, 255, 225], u16(40), Buffer.alloc(40))) }).bytes, 'corrupt'],
  ['a parameter set longer than its box', writeVideo({ entry: visualEntry('avc1', 64, 64, box('avcC', [1, 66, 0, 30, 255, 225], u16(400))) }).bytes, 'corrupt'],
  ['an edit list of four billion entries', writeVideo({ inTrack: [box('edts', full('elst', u32(0xffffffff)))] }).bytes, 'corrupt'],
];

describe('a hostile video', () => {
  it.each(HOSTILE)('with %s is rejected with the reason, at once', async (_, bytes, code) => {
    const cpuMs = await measureCpuMs(async () =>
      expect(await processVideo(sourceOf(bytes))).toMatchObject({ outcome: 'rejected', code }),
    );
    expect(cpuMs).toBeLessThan(50 * REFERENCE_CPU_MS);
  });

  it('with a hundred thousand nested boxes is rejected', async () => {
    let nested = Buffer.alloc(0);
    const headers: Buffer[] = [];
    for (let depth = 0; depth < 100_000; depth++) headers.push(u32(8 * (depth + 1), 0x6d6f6f76));
    nested = Buffer.concat(headers.reverse());
    expect(await processVideo(sourceOf(file(nested)))).toMatchObject({ outcome: 'rejected' });
  });

  it('with a hundred thousand chunks and as many boxes of media data is accepted at once', async () => {
    const count = 100_000;
    const offsets = u32(...Array.from({ length: count }, (_, index) => 32 + 2 * index));
    const sizes = [full('stsz', u32(1, count)), full('stts', u32(1, count, 1)), full('stsc', u32(1, 1, 1, 1))];
    const tables = [full('stsd', u32(1), h264Entry()), ...sizes, full('stco', u32(count), offsets)];
    const { bytes } = writeVideo({ frames: count / 500, frameBytes: 1000, tables });
    const more = Buffer.alloc(8 * count, box('mdat'));
    const cpuMs = await measureCpuMs(async () =>
      expect(await processVideo(sourceOf(Buffer.concat([bytes, more])))).toMatchObject({ outcome: 'accepted' }),
    );
    expect(cpuMs).toBeLessThan(50 * REFERENCE_CPU_MS);
  });

  it('of which only some bytes are read has a size of 512 MiB', async () => {
    const { bytes } = writeVideo({ indexFirst: true });
    const [sizeBytes, large] = [512 * 1024 * 1024, Buffer.from(bytes)];
    u32(sizeBytes - (large.indexOf('mdat') - 4)).copy(large, large.indexOf('mdat') - 4);
    let read = 0;
    const source: ByteSource = {
      sizeBytes,
      read: async (from, length) => {
        read += length;
        return Buffer.concat([large.subarray(from, from + length), Buffer.alloc(length)]).subarray(0, length);
      },
    };
    expect(await processVideo(source)).toMatchObject({ outcome: 'accepted', sizeBytes });
    expect(read).toBeLessThan(10_000_000);
  });
});

const SAMPLES = [
  'h264-aac.mp4',
  'dash.mp4',
  'hevc-10-bit.mp4',
  'av1-10-bit-opus.mp4',
  'phone.mov',
  'pcm.mov',
  'surround.mp4',
];

describe('a damaged video', () => {
  it.each(SAMPLES)('%s is accepted or rejected when it ends at any byte, and never otherwise', async (name) => {
    const bytes = fixture(name);
    for (let end = 0; end < bytes.length; end++) {
      const { outcome } = await processVideo(sourceOf(bytes.subarray(0, end)));
      if (outcome === 'accepted') expect(name).toBe('dash.mp4');
    }
  });

  it.each(SAMPLES)('%s with wrong bytes is accepted or rejected, with every patch inside of the file', async (name) => {
    const bytes = fixture(name);
    const next = numbers(7);
    for (let round = 0; round < 1500; round++) {
      const damaged = Buffer.from(bytes);
      for (let changes = next() % 4; changes >= 0; changes--) damaged[next() % damaged.length] = next() >>> 24;
      const result = await processVideo(sourceOf(damaged));
      if (result.outcome === 'rejected') continue;
      expect(result.sizeBytes).toBeLessThanOrEqual(damaged.length);
      expect(result.patches.every(({ from, end }) => from >= 0 && from < end && end <= result.sizeBytes)).toBe(true);
      expect(Number.isSafeInteger(result.durationMs) && Number.isSafeInteger(result.width)).toBe(true);
    }
  });

  it.each(SAMPLES)('%s with wrong numbers of 32 bits is accepted or rejected', async (name) => {
    const bytes = fixture(name);
    const next = numbers(11);
    const values = [0, 1, 7, 8, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff8];
    for (let round = 0; round < 1500; round++) {
      const damaged = Buffer.from(bytes);
      u32(values[next() % values.length]!).copy(damaged, next() % (damaged.length - 4));
      expect(['accepted', 'rejected']).toContain((await processVideo(sourceOf(damaged))).outcome);
    }
  });
});

it('a failure to read the file is not a rejection', async () => {
  const broken: ByteSource = { sizeBytes: 1000, read: () => Promise.reject(new Error('S3 responded 503.')) };
  await expect(processVideo(broken)).rejects.toThrow('S3 responded 503.');
});
