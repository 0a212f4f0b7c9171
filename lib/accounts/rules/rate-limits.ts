import type { PolicyDocs, RatePolicy } from '../../core/rate-limit/policy.ts';
import type { Platform } from '../../platforms/platform.ts';

/** Checks of apps in a minute of one workspace. Each sends a false code to the platform, which may block an app that sends many. */
export const APP_CHECKS_PER_MINUTE = 5;

/** Checks of the app of the stage for a platform in a minute: it belongs to all workspaces. */
export const STAGE_APP_CHECKS_PER_MINUTE = 60;

/** What the documents state of the limit that a response reports. */
export const POLICY_DOCS = {
  'app-check': { problem: 'the checks of the apps for platforms' },
  'stage-app-check': { problem: 'those of an app of the stage, by all workspaces' },
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

/** Return the rate limit of the checks of the app of the stage for a platform, by all workspaces. */
export function stageAppCheckPolicy(platform: Platform): RatePolicy<keyof typeof POLICY_DOCS> {
  return {
    name: 'stage-app-check',
    subjectId: `stage/app-checks/${platform}`,
    limit: STAGE_APP_CHECKS_PER_MINUTE,
    seconds: 60,
    exceeded: `The limit of ${STAGE_APP_CHECKS_PER_MINUTE} checks per minute of the app that all workspaces share was exceeded.`,
  };
}
