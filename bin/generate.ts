import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { GENERATED_FOLDERS, generatedFiles } from '../tools/generate/generated-files.ts';

// Rewrites every generated file and removes those of endpoints that no longer exist. Tests fail while they differ.
const files = generatedFiles();
for (const [path, text] of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
for (const path of GENERATED_FOLDERS.flatMap((folder) => globSync(`${folder}/*.json`))) {
  if (!files.has(path)) rmSync(path);
}
