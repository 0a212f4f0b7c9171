import type { DemoRun } from './run.ts';

/** Drafts of the season, as a spreadsheet writes them. One row names a platform that does not exist. */
const SEASON = [
  'key;text;platforms;labels',
  'season-1;"The cold brew is back: twelve hours in the fridge, and no sugar.";twitter, bluesky;Brewing',
  'season-2;"Our Nyeri lot arrives in two weeks. We keep ten bags for the café.";linkedin;Growers',
  'season-3;"Bring your own cup, and the first coffee is on us.";fridge;Prices',
].join('\n');

/** Import drafts from a file. A member has still to correct one row. */
export async function importDrafts(run: DemoRun): Promise<void> {
  const mira = await run.as('mira');
  await mira('POST', '/imports', { format: 'csv', name: 'season.csv', content: SEASON, dry_run: false });
  await run.service.settle();
}

/** Export the content of the workspace to a file. */
export async function exportContent(run: DemoRun): Promise<void> {
  const mira = await run.as('mira');
  await mira('POST', '/exports', { kind: 'content', format: 'csv' });
  await run.service.settle();
}
