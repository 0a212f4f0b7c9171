import sharp from 'sharp';
import { listContentRules } from '../../lib/platforms/content-rules.ts';
import type { Platform } from '../../lib/platforms/platform.ts';

const EXTENSIONS: Record<string, string> = { jpeg: 'jpg' };

/** List the rules of a platform that an image violates, by what the image itself contains. */
export async function violatedRules(platform: Platform, bytes: Uint8Array): Promise<string[]> {
  const { format, width, pages = 1, ...header } = await sharp(bytes, { animated: true }).metadata();
  const height = header.pageHeight ?? header.height;
  const rules = listContentRules(platform);
  // Such a platform takes animations as a medium of their own.
  const isAnimation = pages > 1 && rules.some(({ rule }) => rule === 'animation_too_large');
  return rules
    .filter((each) => {
      if (each.rule === 'media_unsupported')
        return !isAnimation && !each.accepts.includes(EXTENSIONS[format] ?? format);
      if (each.rule === 'image_aspect_ratio') {
        const [min, max] = each.accepts.map((ratio) => Number(ratio.split(':')[0]) / Number(ratio.split(':')[1]));
        return width / height < min! || width / height > max!;
      }
      if (!('limit' in each)) return false;
      const { rule, limit } = each;
      if (rule === 'image_too_large') return !isAnimation && bytes.length > limit;
      if (rule === 'image_too_narrow') return width < limit;
      if (rule === 'image_too_wide') return width > limit;
      if (rule === 'image_height_too_small') return height < limit;
      if (rule === 'image_too_tall') return height > limit;
      if (rule === 'image_too_many_pixels') return width * height > limit;
      if (rule === 'animation_too_large') return isAnimation && bytes.length > limit;
      return rule === 'animation_too_many_frames' && pages > limit;
    })
    .map(({ rule }) => rule);
}

/**
 * Return the mean colors of `cells` x `cells` cells of the part of a published image that shows the original, which is
 * centered, whole and not enlarged. Throws for a damaged image, also where a decoder only warns.
 */
export async function shownColors(
  bytes: Uint8Array,
  original: readonly [width: number, height: number],
  cells: number,
): Promise<number[][]> {
  const { data, info } = await sharp(bytes, { failOn: 'warning' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const factor = Math.min(1, info.width / original[0], info.height / original[1]);
  const width = Math.max(1, Math.floor(original[0] * factor));
  const height = Math.max(1, Math.floor(original[1] * factor));
  const [left, top] = [Math.floor((info.width - width) / 2), Math.floor((info.height - height) / 2)];
  const colorAt = (x: number, y: number) => {
    const start = ((top + Math.floor(y * height)) * info.width + left + Math.floor(x * width)) * info.channels;
    const color = [...data.subarray(start, start + info.channels)];
    // A gray image has one channel.
    return color.length === 1 ? [color[0]!, color[0]!, color[0]!] : color;
  };
  return Array.from({ length: cells * cells }, (_, cell) =>
    mean(SAMPLES.map(([x, y]) => colorAt(((cell % cells) + x) / cells, (Math.floor(cell / cells) + y) / cells))),
  );
}

/** 400 points in a cell, away from its edges, where colors mix. */
const SAMPLES = Array.from({ length: 400 }, (_, index): [number, number] => [
  0.1 + 0.04 * (index % 20),
  0.1 + 0.04 * Math.floor(index / 20),
]);

function mean(colors: number[][]): number[] {
  return [0, 1, 2].map((channel) => colors.reduce((sum, color) => sum + color[channel]!, 0) / colors.length);
}
