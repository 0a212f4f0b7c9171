import type { Fixture } from '../kit/fixture.ts';

/** What the conformance suite expects. */
export const fixture: Fixture = {
  externalId: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa',
  tokenLifetimeSeconds: 7_200,
  unknownPostId: 'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3l6oveex3ii2l',
  prepared: {
    recordKey: '3l6oveex3ii2l',
    record: '{"$type":"app.bsky.feed.post","text":"Hello","createdAt":"2026-11-22T00:00:00.000Z"}',
  },
  absent: { found: 'not_live' },
  allowsDuplicates: true,
  hasPublicMetrics: true,
};
