import type { PolicyDocs, RatePolicy } from '../../core/rate-limit/policy.ts';

/**
 * Checks of apps in a minute of one workspace. Each sends a false code to the platform, which may block an app that sends
 * many: the app of the stage belongs to all workspaces.
 */
export const APP_CHECKS_PER_MINUTE = 5;

/** What the documents state of the limit that a response reports. */
export const POLICY_DOCS = {
  'app-check': { problem: 'the checks of the apps for platforms' },
} as const satisfies PolicyDocs;

/** Return the rate limit of the checks of apps in a workspace. */
export function appCheckPolicy(workspaceId: string): RatePolicy<keyof typeof POLICY_DOCS> {
  return {
    name: 'app-check',
    subjectId: `${workspaceId}/app-checks`,
    limit: APP_CHECKS_PER_MINUTE,
    seconds: 60,
    exceeded: `The limit of ${APP_CHECKS_PER_MINUTE} checks of apps per minute was exceeded.`,
  };
}
