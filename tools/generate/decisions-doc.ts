import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { table } from '../markdown/markdown.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

export const DECISIONS_DOC_PATH = 'docs/decisions/README.md';

/** Render docs/decisions/README.md with a row for each decision, in the order of the numbers. */
export function renderDecisionsDoc(): string {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const paths = globSync('docs/decisions/0*.md', { cwd: join(import.meta.dirname, '../..') }).sort();
  const rows = paths.map((path) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(path))!;
    return [`[${number}](${basename(path)})`, title!];
  });
  return replaceGeneratedSection(read(DECISIONS_DOC_PATH), table(['', 'decision'], rows));
}
