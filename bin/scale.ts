import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from '../lib/cost/generated.ts';
import { scaleTables } from '../lib/scale/document.ts';

const DOCUMENT = 'docs/scale.md';

// Rewrites the tables of the document and prints them; a test fails while the two differ.
const tables = scaleTables();
writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), tables));
console.log(tables);
