const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/**
 * Read the orientation, 1 to 8, of EXIF data that begins with its TIFF header.
 *
 * 1, which is upright, for data that is damaged, has no orientation or an undefined one, as viewers show it.
 */
export function exifOrientation(tiff: Uint8Array): number {
  try {
    const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
    const byteOrder = view.getUint16(0);
    if (byteOrder !== 0x4949 && byteOrder !== 0x4d4d) return 1;
    const isLittleEndian = byteOrder === 0x4949;
    const directory = view.getUint32(4, isLittleEndian);
    const entries = view.getUint16(directory, isLittleEndian);
    for (let index = 0; index < entries; index++) {
      const entry = directory + 2 + index * 12;
      if (view.getUint16(entry, isLittleEndian) !== ORIENTATION_TAG) continue;
      const isShort = view.getUint16(entry + 2, isLittleEndian) === SHORT;
      const value = view.getUint16(entry + 8, isLittleEndian);
      return isShort && value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    // An offset beyond the end of the data.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}
