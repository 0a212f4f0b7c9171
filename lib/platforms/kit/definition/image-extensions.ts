/** File extensions of JPEG images. */
export const JPEG_EXTENSIONS = ['jpg', 'jpeg', 'jpe', 'jfif'] as const;
