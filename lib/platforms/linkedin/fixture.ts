import type { Fixture } from '../kit/fixture.ts';

/** What the conformance suite expects. */
export const fixture: Fixture = {
  externalId: 'urn:li:person:abc',
  tokenLifetimeSeconds: 5_184_000,
  unknownPostId: 'urn:li:share:1',
  prepared: { imageUrns: [] },
  absent: { found: 'unsupported' },
  exceptions: { 426: { outcome: 'retry', category: 'system' } },
};
