import { readFileSync, writeFileSync } from 'node:fs';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';
import { renderCapacityTables } from '../capacity-model/document.ts';

const DOCUMENT = 'evaluation/docs/capacity.md';

// Computes the tables of the capacity model, rewrites the document and prints them.
const tables = renderCapacityTables();
writeFileSync(DOCUMENT, replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), tables));
console.log(tables);
