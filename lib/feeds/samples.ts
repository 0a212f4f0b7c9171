import { defineSamples, type SampleMaker, sampleId } from '../core/api/define-samples.ts';
import { PAGING, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { secretHash } from '../core/crypto/bearer-secret.ts';
import { SAMPLE_FEED_TOKEN } from './api/calendar-feeds/sample-token.ts';
import { newCalendarFeed } from './rules/calendar-feed.ts';
import { newCalendarFeedWrites } from './store/calendar-feeds.ts';

const LOADED = sampleId('calendarFeed', 0);

async function make({ request }: SampleMaker): Promise<Record<string, string>> {
  const { id, url } = (await request('POST', '/calendar-feeds', {})) as { id: string; url: string };
  return { id, [SAMPLE_FEED_TOKEN]: new URL(url).searchParams.get('token')! };
}

export const samples = defineSamples(
  {
    path: '/v1/calendar-feeds/{id}',
    make,
    // One to be loaded, and one to be deleted.
    ids: [LOADED, sampleId('calendarFeed', 1)],
    store: ({ workspace_id, created_by, nowMs }, ids) =>
      ids.flatMap((id) => {
        const token_hash = secretHash(id === LOADED ? SAMPLE_FEED_TOKEN : id);
        const owner = { id, workspace_id, created_by, token_hash };
        return newCalendarFeedWrites(
          newCalendarFeed({ name: 'Sample', scope: { account: null, label: null } }, owner, nowMs),
        );
      }),
  },
  { path: '/v1/calendar-feeds/{id}', operations: ['calendar-feeds.show'], make },
);

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /calendar-feeds': PAGING,
  'POST /calendar-feeds': [...VISIBLE_TEXT, /^\/scope\/(account|label): Must be an? (account|label) of the workspace/, /^\/scope: Must have an account or a label, not both/],
};
