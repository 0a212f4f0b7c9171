import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContentRankingResponse, PerformanceResponse } from '../lib/api/analytics-responses.ts';
import { performanceChart } from '../tools/cli/performance-chart.ts';
import { createJsonApiClient } from '../tools/local-stack/api-client.ts';

const MAX_ITEMS = 10;

// Draws the numbers of the last seven days of the service whose credentials are in the folder.
const folder = process.env.LOCAL_FOLDER ?? '.local';
const file = process.argv[2] ?? join(folder, 'chart.svg');
const ask = await createJsonApiClient(JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')));
const performance = PerformanceResponse.parse(await ask('GET', '/analytics/performance'));
const compared = ContentRankingResponse.parse(await ask('GET', `/analytics/content?limit=${MAX_ITEMS}`));
writeFileSync(file, performanceChart(performance, compared));
console.log(`${file}: numbers from ${performance.from} to ${performance.to}.`);
