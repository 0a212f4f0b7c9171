import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from '../lib/cost/generated.ts';
import { SEEDS, trialRows, trialTable } from '../lib/trial/document.ts';

const DOCUMENT = 'docs/analytics.md';

// Tries the ranking of trends on planted bursts, rewrites the table of the document and prints it.
const table = trialTable(trialRows(SEEDS), SEEDS);
writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), table, 'npm run trends'));
console.log(table);
