import { existsSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createDraft, isCached, moveIntoCache, removeExpired } from '../../lib/bundle/cached-folder.ts';

const cache = mkdtempSync(join(tmpdir(), 'cached-folder-'));
const folder = join(cache, 'made');

/** Make the folder, for which a process has last asked two hours ago. */
function makeOld(): void {
  moveIntoCache(createDraft(folder), folder);
  const old = Date.now() / 1000 - 7_200;
  utimesSync(folder, old, old);
}

afterEach(() => rmSync(cache, { recursive: true, force: true }));

describe('a folder of a cache', () => {
  it('is removed once no process has asked for it within an hour', () => {
    makeOld();
    removeExpired(cache);
    expect([existsSync(folder), isCached(folder)]).toEqual([false, false]);
  });

  it('stays for another hour when a process asks for it', () => {
    makeOld();
    expect(isCached(folder)).toBe(true);
    removeExpired(cache);
    expect(existsSync(folder)).toBe(true);
    expect(Date.now() - statSync(folder).mtimeMs).toBeLessThan(3_600_000);
  });
});
