import { readFileSync, writeFileSync } from 'node:fs';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';
import { renderCapacityTables } from '../capacity-model/document.ts';
import { QUEUES_BY, renderQueueFairness } from '../capacity-model/queue-fairness-table.ts';

const DOCUMENT = 'evaluation/docs/capacity.md';

// Computes the tables of the capacity model, rewrites the document and prints them.
const tables = renderCapacityTables();
const fairness = await renderQueueFairness();
const document = replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), tables);
writeFileSync(DOCUMENT, replaceGeneratedSection(document, fairness, QUEUES_BY));
console.log(`${tables}\n\n${fairness}`);
