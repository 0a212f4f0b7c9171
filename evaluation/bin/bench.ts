import { readFileSync, writeFileSync } from 'node:fs';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';
import { renderBundles } from '../benchmarks/bundle/bundle.ts';
import { measureColdStarts, renderColdStarts } from '../benchmarks/cold-start/cold-start.ts';
import { renderCost } from '../benchmarks/cost/cost.ts';
import { measureDispatch, renderDispatch } from '../benchmarks/dispatch/dispatch.ts';
import { measureLists, renderLists } from '../benchmarks/lists/lists.ts';
import { measureLocalStarts, renderLocalService } from '../benchmarks/local-service/local-service-table.ts';
import { buildPeers } from '../benchmarks/peers.ts';
import { recordSamples } from '../benchmarks/recording/sample-functions.ts';
import { COUNTED_FUNCTIONS, countTrips, renderTrips } from '../benchmarks/trips/trips.ts';
import { measureWarmChain, renderWarmChain } from '../benchmarks/warm-chain/warm-chain.ts';

const DOCUMENT = 'evaluation/docs/performance.md';

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
  console.error(
    `Usage: npm run bench -w evaluation [-- <table> [function…]]. The tables are ${Object.keys(TABLES).join(', ')}.`,
  );
  process.exit(2);
}

// Measures each table, prints it, and writes it into the document, unless it has only some of the functions.
for (const each of names) {
  const tables = await TABLES[each]!(only);
  console.log(`\n${each}\n\n${tables}`);
  if (only.length > 0) continue;
  writeFileSync(
    DOCUMENT,
    replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), tables, `npm run bench -w evaluation -- ${each}`),
  );
}
