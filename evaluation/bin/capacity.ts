import { readFileSync, writeFileSync } from 'node:fs';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';
import { renderCapacityTables } from '../capacity-model/document.ts';
import { renderQueueFairness } from '../capacity-model/queue-fairness-table.ts';

const DOCUMENT = 'evaluation/docs/capacity.md';
const FAIRNESS_DOCUMENT = 'docs/capacity.md';

// Computes the tables of the capacity model, rewrites the documents and prints them.
const tables = renderCapacityTables();
writeFileSync(DOCUMENT, replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), tables));
const fairness = await renderQueueFairness();
writeFileSync(FAIRNESS_DOCUMENT, replaceGeneratedSection(readFileSync(FAIRNESS_DOCUMENT, 'utf8'), fairness));
console.log(`${tables}\n\n${fairness}`);
