import { hash } from 'node:crypto';

/** Return the SHA-256 of a text (UTF-8) as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
