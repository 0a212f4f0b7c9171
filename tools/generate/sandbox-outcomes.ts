import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_OUTCOMES } from '../../lib/platforms/sandbox/facts/outcomes.ts';
import { table } from '../markdown/markdown.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

export const SANDBOX_DOC_PATH = 'docs/sandbox.md';

/** Render docs/sandbox.md with the table of the outcomes that a text can request. */
export function renderSandboxDoc(): string {
  const document = readFileSync(join(import.meta.dirname, '../..', SANDBOX_DOC_PATH), 'utf8');
  const rows = Object.entries(SANDBOX_OUTCOMES).map(([name, { result }]) => [`\`[[${name}]]\``, result]);
  return replaceGeneratedSection(document, table(['marker', 'result'], rows));
}
