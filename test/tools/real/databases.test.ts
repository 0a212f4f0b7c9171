import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDatabasePrograms } from '../../../tools/real/network/databases.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('names the programs that are not installed, and how to install them', () => {
  expect(() => findDatabasePrograms(folder)).toThrow(/Not installed: .*redis-server\. On Debian: apt-get install/);
});

it('finds each program in the first folder of the path that has it', () => {
  for (const name of ['initdb', 'postgres', 'redis-server']) writeFileSync(join(folder, name), '');
  expect(findDatabasePrograms(`/missing:${folder}`)).toEqual({
    initdb: join(folder, 'initdb'),
    postgres: join(folder, 'postgres'),
    'redis-server': join(folder, 'redis-server'),
  });
});
