import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Log lines travel through a pipe; this long without another one, they have all arrived.
const QUIET_MS = 120;

/**
 * Count the bytes in all logs once no more arrive. Short numbers count as three digits: durations differ from run to
 * run.
 */
export async function logBytes(folder: string): Promise<number> {
  for (let before = -1; ; await sleep(QUIET_MS)) {
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const bytes = texts.reduce(
      (total, text) => total + Buffer.byteLength(text.replaceAll(/(?<=":)\d{1,6}(\.\d+)?(?=[,}])/g, '000')),
      0,
    );
    if (bytes === before) return bytes;
    before = bytes;
  }
}
