import { hash } from 'node:crypto';

/** Return the SHA-256 of a text (UTF-8) as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Return the SHA-256 of bytes as 64 hexadecimal digits. */
export function sha256Bytes(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** Return the SHA-256 of the parts of a cause. `makeId` builds the same id of it each time. */
export function entropyOf(...cause: string[]): Uint8Array {
  return hash('sha256', cause.join('\n'), 'buffer');
}
