/** An image file without metadata, whose compressed pixels are those of the original. */
export interface StrippedImage {
  bytes: Uint8Array;
  /** The EXIF orientation of the original, 1 to 8, by which its pixels have to be turned. */
  orientation: number;
}
