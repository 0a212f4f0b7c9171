import { readFileSync, writeFileSync } from 'node:fs';
import { renderCapacityTables } from '../tools/capacity-model/document.ts';
import { replaceGeneratedSection } from '../tools/markdown/replace-generated-section.ts';

const DOCUMENT = 'docs/capacity.md';

// Rewrites the generated section of the document and prints it. A test fails while the two differ.
const tables = renderCapacityTables();
writeFileSync(DOCUMENT, replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), tables));
console.log(tables);
