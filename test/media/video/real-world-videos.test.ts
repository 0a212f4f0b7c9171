import { describe, expect, it } from 'vitest';
import { findVideoViolations } from '../../../lib/media/rules/video-plan.ts';
import { applyPatches } from '../../../lib/media/video/patches.ts';
import { inspectFile } from '../../../lib/media/workers/inspect-file.ts';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import { SECRET } from '../images.ts';
import { REAL, WRITTEN } from '../video-files.ts';
import { fixture, sourceOf, writeVideo } from '../videos.ts';

async function inspectVideo(bytes: Buffer) {
  const result = await inspectFile(sourceOf(bytes));
  if (!('patches' in result)) throw new Error(JSON.stringify(result));
  const stored = Buffer.from(bytes.subarray(0, result.file.size_bytes));
  applyPatches(stored, 0, result.patches);
  return { ...result, stored };
}

describe.each([
  ['a file of ffmpeg', REAL],
  ['a written file', WRITTEN],
])('%s', (_, rows) => {
  it.each(rows)(
    '%s is accepted with its facts and rules, or rejected with the reason',
    async (_name, bytes, expected) => {
      if (typeof expected === 'string') {
        const rejection = await inspectFile(sourceOf(bytes));
        return expect(rejection).toEqual({ code: expected, message: expect.stringMatching(/^[A-Z].*\.$/) });
      }
      const { file } = await inspectVideo(bytes);
      expect(file).toMatchObject({ ...expected.file, video: expected.video ?? {} });
      const rules = PLATFORMS.flatMap((platform) => {
        const codes = findVideoViolations(file, platform).map(({ code }) => code);
        return codes.length > 0 ? [[platform, codes.join(', ')]] : [];
      });
      expect(Object.fromEntries(rules)).toEqual(expected.rules ?? {});
    },
  );
});

const ACCEPTED = [...REAL, ...WRITTEN].filter(([, , expected]) => typeof expected !== 'string');

it('there are at least 70 kinds of files, of which at least 40 are accepted', () => {
  expect(REAL.length + WRITTEN.length).toBeGreaterThanOrEqual(70);
  expect(ACCEPTED.length).toBeGreaterThanOrEqual(40);
});

describe('an accepted video', () => {
  const secrets = [SECRET, '+52.52', 'SECRET', '10:00:00', 'VideoHandler', 'Lavf'];

  it.each(ACCEPTED)(
    '%s has no metadata when it is stored, the same facts, and nothing more to remove',
    async (_, bytes) => {
      const { file, stored } = await inspectVideo(bytes);
      expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
      const again = await inspectVideo(stored);
      expect(again.file).toEqual(file);
      expect(again.stored.equals(stored)).toBe(true);
    },
  );

  it.each(['gpmd', 'mebx', 'camm'])(
    'has every byte of its frames after the removal of a track %s',
    async (metadata) => {
      const { bytes, frames } = writeVideo({ metadata, indexFirst: true });
      const { stored } = await inspectVideo(bytes);
      expect(bytes.includes(SECRET)).toBe(true);
      for (const [from, end] of frames) expect(stored.subarray(from, end).equals(bytes.subarray(from, end))).toBe(true);
      expect(stored.includes(Buffer.from(metadata))).toBe(false);
    },
  );

  it.each(['h264-aac.mp4', 'hevc-10-bit.mp4', 'location.mp4', 'phone.mov', 'fragmented.mp4', 'pcm.mov'])(
    'has the media data of %s unchanged, which are all samples',
    async (name) => {
      const bytes = fixture(name);
      const { stored } = await inspectVideo(bytes);
      const media = (of: Buffer) => of.subarray(of.indexOf('mdat') - 4);
      const size = media(bytes).readUInt32BE();
      expect(size).toBeGreaterThan(500);
      expect(media(stored).subarray(0, size).equals(media(bytes).subarray(0, size))).toBe(true);
    },
  );
});
