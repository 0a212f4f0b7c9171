import type { PreparedState, PublishingAccount, ReconcileOutcome } from '../../lib/platforms/kit/publisher.ts';
import type { Platform } from '../../lib/platforms/platforms.ts';

/** What the conformance suite expects of a platform, stated independently of its definition. */
interface Fixture {
  externalId: string;
  tokenLifetimeSeconds: number;
  /** A post id in the platform's form that no post has. */
  unknownPostId: string;
  /** A prepared state that `send` accepts without calling the platform first. */
  prepared: PreparedState;
  /** The reconcile outcome for a post that is not on the platform. */
  absent: ReconcileOutcome;
  /** The platform publishes a text that the account has published already. */
  allowsDuplicates?: true;
  /** The platform reports metrics to anybody, without a token. */
  hasPublicMetrics?: true;
  /** Outcomes of fault scripts that differ from those of other platforms. */
  exceptions?: Record<string, { outcome?: 'retry'; category: string }>;
}

// biome-ignore format: one row per platform
export const FIXTURES: Record<Platform, Fixture> = {
  instagram: { externalId: '17841400000000001', tokenLifetimeSeconds: 5_184_000, unknownPostId: '1', prepared: { containerId: '1' }, absent: { found: 'not_live' } },
  twitter: { externalId: '2244994945', tokenLifetimeSeconds: 7_200, unknownPostId: '1', prepared: { mediaIds: [] }, absent: { found: 'candidates', posts: [] }, exceptions: { 402: { category: 'account' } } },
  linkedin: { externalId: 'urn:li:person:abc', tokenLifetimeSeconds: 5_184_000, unknownPostId: 'urn:li:share:1', prepared: { imageUrns: [] }, absent: { found: 'unsupported' }, exceptions: { 426: { outcome: 'retry', category: 'system' } } },
  bluesky: { externalId: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa', tokenLifetimeSeconds: 7_200, unknownPostId: 'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3l6oveex3ii2l', prepared: { recordKey: '3l6oveex3ii2l', record: '{"$type":"app.bsky.feed.post","text":"Hello","createdAt":"2026-11-22T00:00:00.000Z"}' }, absent: { found: 'not_live' }, allowsDuplicates: true, hasPublicMetrics: true },
};

export const TOKEN = 'token-3f9c1d';

/** Return the account that tests publish from. */
export function accountOn(platform: Platform): PublishingAccount {
  return { externalId: FIXTURES[platform].externalId, accessToken: TOKEN };
}

/**
 * The platforms whose requests and responses the tests of functions and of the simulator write out by hand.
 *
 * The conformance suite covers every platform, so a new one need not be added here.
 */
export const DETAILED_PLATFORMS = ['instagram', 'twitter', 'linkedin'] as const;

export type DetailedPlatform = (typeof DETAILED_PLATFORMS)[number];
