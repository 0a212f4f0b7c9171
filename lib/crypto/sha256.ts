import { createHash } from 'node:crypto';

/** Return the SHA-256 of a text (UTF-8) as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
