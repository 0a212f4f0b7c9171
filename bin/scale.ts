import { readFileSync, writeFileSync } from 'node:fs';
import { renderScaleTables } from '../tools/capacity-model/document.ts';
import { replaceGeneratedSection } from '../tools/cost-model/replace-generated-section.ts';

const DOCUMENT = 'docs/capacity.md';

// Rewrites the tables of the document and prints them; a test fails while the two differ.
const tables = renderScaleTables();
writeFileSync(DOCUMENT, replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), tables));
console.log(tables);
