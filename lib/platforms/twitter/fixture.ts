import type { Fixture } from '../kit/fixture.ts';

/** What the conformance suite expects. */
export const fixture: Fixture = {
  externalId: '2244994945',
  tokenLifetimeSeconds: 7_200,
  unknownPostId: '1',
  prepared: { mediaIds: [] },
  absent: { found: 'candidates', posts: [] },
  exceptions: { 402: { category: 'account' } },
};
