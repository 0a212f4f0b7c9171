import { readFileSync, writeFileSync } from 'node:fs';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';
import { evaluateAll, renderEvaluationTable, SEEDS } from '../trend-evaluation/document.ts';

const DOCUMENT = 'evaluation/docs/trends.md';

// Evaluates the trend ranking on synthetic bursts, rewrites the table of the document and prints it.
const table = renderEvaluationTable(evaluateAll(SEEDS), SEEDS);
writeFileSync(DOCUMENT, replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), table));
console.log(table);
