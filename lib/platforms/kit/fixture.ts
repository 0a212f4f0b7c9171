import type { PreparedState, ReconcileOutcome } from './publisher.ts';

/** What the conformance suite expects of a platform, stated independently of its definition. */
export interface Fixture {
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
