import { UsageError } from './usage.ts';

/** Decode UTF-8, without a byte order mark. Throws a UsageError for another encoding: letters would be lost. */
export function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8. In Excel, save it as "CSV UTF-8 (Comma delimited)".`);
  }
}
