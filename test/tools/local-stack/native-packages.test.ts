import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addOwnNativeCode } from '../../../tools/local-stack/native-packages.ts';

test('a bundle with native code for Lambda gets that of this machine, too, and other bundles get none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'native-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const add = (...path: string[]) => {
    mkdirSync(join(folder, ...path), { recursive: true });
    writeFileSync(join(folder, ...path, 'package.json'), '{}');
  };
  add('project/node_modules/@img/sharp-darwin-arm64');
  add('assembly/asset.images/node_modules/@img/sharp-linux-x64');
  add('assembly/asset.others');
  addOwnNativeCode(join(folder, 'assembly'), join(folder, 'project'));
  const bundled = (name: string) => existsSync(join(folder, 'assembly/asset.images/node_modules/@img', name));
  expect(['sharp-darwin-arm64/package.json', 'sharp-linux-x64/package.json'].map(bundled)).toEqual([true, true]);
  expect(existsSync(join(folder, 'assembly/asset.others/node_modules'))).toBe(false);
});
