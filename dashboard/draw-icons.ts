import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

// Draws the icons of the installed dashboard from `icons/icon.svg`: `npm run icons -w dashboard`.

const FOLDER = join(import.meta.dirname, 'icons');
const BACKGROUND = '#1d4fd7';
/** A platform may cut a maskable icon to the circle in its middle, of 80 % of its width. */
const MASKABLE_SHARE = 0.8;

const svg = readFileSync(join(FOLDER, 'icon.svg'));

for (const size of [192, 512]) {
  await sharp(svg)
    .resize(size)
    .png()
    .toFile(join(FOLDER, `icon-${size}.png`));
}
const size = 512;
const drawing = await sharp(svg)
  .resize(Math.round(size * MASKABLE_SHARE))
  .toBuffer();
await sharp({ create: { width: size, height: size, channels: 4, background: BACKGROUND } })
  .composite([{ input: drawing }])
  .png()
  .toFile(join(FOLDER, `maskable-${size}.png`));
