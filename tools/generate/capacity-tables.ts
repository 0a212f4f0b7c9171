import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCapacityTables } from '../capacity-model/document.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

export const CAPACITY_DOC_PATH = 'docs/capacity.md';

/** Render docs/capacity.md with the tables of the capacity model. */
export function renderCapacityDoc(): string {
  const document = readFileSync(join(import.meta.dirname, '../..', CAPACITY_DOC_PATH), 'utf8');
  return replaceGeneratedSection(document, renderCapacityTables());
}
