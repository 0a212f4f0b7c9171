import { readFileSync, writeFileSync } from 'node:fs';
import { renderBundles } from '../tools/benchmarks/bundle/bundle.ts';
import { measureColdStarts, renderColdStarts } from '../tools/benchmarks/cold-start/cold-start.ts';
import { renderCost } from '../tools/benchmarks/cost/cost.ts';
import { measureDispatch, renderDispatch } from '../tools/benchmarks/dispatch/dispatch.ts';
import { measureLists, renderLists } from '../tools/benchmarks/lists/lists.ts';
import { measureLocalStarts, renderLocalService } from '../tools/benchmarks/local-service/local-service-table.ts';
import { buildPeers } from '../tools/benchmarks/peers.ts';
import { recordSamples } from '../tools/benchmarks/recording/sample-functions.ts';
import { COUNTED_FUNCTIONS, countTrips, renderTrips } from '../tools/benchmarks/trips/trips.ts';
import { measureWarmChain, renderWarmChain } from '../tools/benchmarks/warm-chain/warm-chain.ts';
import { replaceGeneratedSection } from '../tools/markdown/replace-generated-section.ts';

const DOCUMENT = 'docs/performance.md';

/** Every table by its name. `only` selects functions; a table without a choice ignores it. */
const TABLES: Record<string, (only: string[]) => Promise<string>> = {
  'cold-start': async (only) => {
    const recordings = await recordSamples(only);
    return renderColdStarts(await measureColdStarts(recordings).finally(recordings.stop));
  },
  bundle: async () => renderBundles(await buildPeers()),
  'warm-chain': async () => renderWarmChain(await measureWarmChain()),
  trips: async () => {
    const recordings = await recordSamples(COUNTED_FUNCTIONS);
    return renderTrips(await countTrips(recordings).finally(recordings.stop));
  },
  dispatch: async () => renderDispatch(await measureDispatch()),
  lists: async () => renderLists(await measureLists()),
  'local-service': async () => renderLocalService(await measureLocalStarts()),
  cost: async () => renderCost(),
};

const [name, ...only] = process.argv.slice(2);
const names = name === undefined ? Object.keys(TABLES) : [name];

if (names.some((each) => !TABLES[each])) {
  console.error(`Usage: npm run bench [-- <table> [function…]]. The tables are ${Object.keys(TABLES).join(', ')}.`);
  process.exit(2);
}

// Measures each table, prints it, and writes it into the document, unless it has only some of the functions.
for (const each of names) {
  const tables = await TABLES[each]!(only);
  console.log(`\n${each}\n\n${tables}`);
  if (only.length > 0) continue;
  writeFileSync(DOCUMENT, replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), tables, `npm run bench -- ${each}`));
}
