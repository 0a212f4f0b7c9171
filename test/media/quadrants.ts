import sharp, { type Sharp } from 'sharp';

/** The colors of a picture of four quadrants, from the top left to the bottom right: a turned or mirrored one differs. */
export const QUADRANTS = [
  [200, 40, 40],
  [40, 160, 60],
  [40, 60, 200],
  [230, 200, 40],
] as const;

/** The column and the row at which a camera stores a pixel of an upright picture, by the definition of the orientation. */
function storedAt(orientation: number, x: number, y: number, width: number, height: number): [number, number] {
  const [right, bottom] = [width - 1 - x, height - 1 - y];
  switch (orientation) {
    case 2:
      return [right, y];
    case 3:
      return [right, bottom];
    case 4:
      return [x, bottom];
    case 5:
      return [y, x];
    case 6:
      return [y, right];
    case 7:
      return [bottom, right];
    case 8:
      return [bottom, x];
    default:
      return [x, y];
  }
}

/** A picture of four quadrants that looks upright when a viewer applies the orientation. */
export function quadrants(width = 480, height = 360, orientation = 1, alpha = false): Sharp {
  const channels = alpha ? 4 : 3;
  const isTurned = orientation >= 5 && orientation <= 8;
  const [storedWidth, storedHeight] = isTurned ? [height, width] : [width, height];
  const pixels = Buffer.alloc(width * height * channels, 255);
  const offsetOf = (x: number, y: number) => {
    const [column, row] = storedAt(orientation, x, y, width, height);
    return (row * storedWidth + column) * channels;
  };
  // The steps to the next pixel are the same everywhere, and a corpus has millions of pixels.
  const start = offsetOf(0, 0);
  const [right, down] = [offsetOf(1, 0) - start, offsetOf(0, 1) - start];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = QUADRANTS[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]!;
      const offset = start + x * right + y * down;
      pixels[offset] = color[0];
      pixels[offset + 1] = color[1];
      pixels[offset + 2] = color[2];
    }
  }
  return sharp(pixels, { raw: { width: storedWidth, height: storedHeight, channels } });
}
