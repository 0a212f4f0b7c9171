import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ComparedReply, PerformanceReply } from '../lib/contract/analytics-replies.ts';
import { openCaller } from '../lib/local/caller.ts';
import { performanceChart } from '../lib/operations/performance-chart.ts';

const MOST_ITEMS = 10;

// Draws the numbers of the last seven days of the service whose credentials are in the folder.
const folder = process.env.LOCAL_FOLDER ?? '.local';
const file = process.argv[2] ?? join(folder, 'chart.svg');
const ask = await openCaller(JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')));
const performance = PerformanceReply.parse(await ask('GET', '/analytics/performance'));
const compared = ComparedReply.parse(await ask('GET', `/analytics/content?limit=${MOST_ITEMS}`));
writeFileSync(file, performanceChart(performance, compared));
console.log(`${file}: numbers from ${performance.from} to ${performance.to}.`);
