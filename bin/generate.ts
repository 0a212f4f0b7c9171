import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { EVENT_TABLE_PATH, renderEventTable } from '../tools/generate/event-table.ts';
import { renderUrlPatterns, URL_PATTERNS_PATH } from '../tools/generate/url-patterns.ts';

// Rewrites every generated file and removes those of endpoints that no longer exist. Tests fail while they differ.
// The other files are generated from the table of event kinds, by modules that load these two.
writeFileSync(EVENT_TABLE_PATH, renderEventTable());
writeFileSync(URL_PATTERNS_PATH, renderUrlPatterns());
const { GENERATED_FOLDERS, generatedFiles } = await import('../tools/generate/generated-files.ts');
const files = generatedFiles();
for (const [path, text] of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
for (const path of GENERATED_FOLDERS.flatMap((folder) => globSync(`${folder}/*.json`))) {
  if (!files.has(path)) rmSync(path);
}
