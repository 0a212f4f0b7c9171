import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { MediaAsset } from '../../../lib/media/rules/media-asset.ts';
import { publishedFile } from '../../../lib/media/rules/published-file.ts';
import { acceptsImages } from '../../../lib/platforms/image-limits.ts';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import { setupObjectStore } from '../../functions/object-store.ts';
import { newTenant } from '../../functions/tenants.ts';
import { addMedia } from '../../functions/uploaded-media.ts';
import { setupWorkers, storedRecords } from '../../functions/worker-harness.ts';
import { ACCEPTED_FILES, type CorpusFile } from '../image-corpus.ts';
import { SECRET } from '../images.ts';
import { shownColors, violatedRules } from '../published-images.ts';
import { REJECTED_FILES } from '../rejected-corpus.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

/** How much the colors of a JPEG differ from those of the original. */
const TOLERANCE = 12;

/** Upload a file and inspects it by the handler, which reports no failure. Returns the record. */
async function inspected(bytes: Buffer): Promise<MediaAsset> {
  const { id } = await addMedia(await newTenant(), bucket, bytes);
  return storedRecords<MediaAsset>(harness, 'MediaAsset').find((each) => each.id === id)!;
}

/** The colors that a viewer of the original sees. */
async function expectedColors({ shows, size }: CorpusFile): Promise<readonly (readonly number[])[] | null> {
  if (shows === undefined) return null;
  return Buffer.isBuffer(shows) ? shownColors(shows, size, 4) : shows;
}

describe('an uploaded image is published on every platform that takes it, within its limits and upright:', () => {
  it.each(ACCEPTED_FILES)('$name', async (file) => {
    const original = await file.bytes();
    const { status, error, file: stored, id, workspace_id } = await inspected(original);
    expect([status, error]).toEqual(['ready', null]);
    expect([stored!.width, stored!.height]).toEqual(file.size);
    const unsupported = Object.fromEntries(stored!.unsupported.map(({ platform, code }) => [platform, code]));
    expect(unsupported).toEqual(file.unsupported ?? {});
    const expected = await expectedColors(file);
    for (const platform of PLATFORMS.filter((each) => acceptsImages(each) && !(each in unsupported))) {
      const { key, ...facts } = publishedFile({ media_id: id, file: stored! }, workspace_id, platform);
      const bytes = Buffer.from(bucket.objects.get(key)!);
      const { format, width, height, pageHeight } = await sharp(bytes, { animated: true }).metadata();
      expect(facts).toEqual({
        content_type: `image/${format}`,
        size_bytes: bytes.length,
        width,
        height: pageHeight ?? height,
      });
      expect(await violatedRules(platform, bytes)).toEqual([]);
      expect(bytes.includes(SECRET)).toBe(false);
      const colors = await shownColors(bytes, file.size, expected?.length === 4 ? 2 : 4);
      if (expected) expect(differenceOf(colors, expected)).toBeLessThanOrEqual(file.tolerance ?? TOLERANCE);
    }
  });
});

/** The largest difference of a channel of a cell. */
function differenceOf(colors: readonly (readonly number[])[], expected: readonly (readonly number[])[]): number {
  return Math.max(
    ...colors.flatMap((color, cell) => color.map((value, index) => Math.abs(value - expected[cell]![index]!))),
  );
}

describe('an uploaded file is rejected with the reason, and leaves no object:', () => {
  it.each(REJECTED_FILES)('$name', async (file) => {
    const { status, error, file: stored } = await inspected(await file.bytes());
    expect([status, error?.code, stored]).toEqual(['rejected', file.code, null]);
    expect(error!.message).toMatch(/^[A-Z].+\.$/);
    expect(bucket.objects.size).toBe(0);
  });
});

it('the corpus has at least 150 files, each with a name of its own', () => {
  const names = [...ACCEPTED_FILES, ...REJECTED_FILES].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(150);
});
