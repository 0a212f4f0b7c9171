import type { Fixture } from '../kit/fixture.ts';

/** What the conformance suite expects. */
export const fixture: Fixture = {
  externalId: '17841400000000001',
  tokenLifetimeSeconds: 5_184_000,
  unknownPostId: '1',
  prepared: { containerId: '1' },
  absent: { found: 'not_live' },
};
