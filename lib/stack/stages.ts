import { PLATFORM_TABLE, type Platform } from '../platforms/platforms.ts';
import { parseStageKind, type StageKind } from './stage-kind.ts';
import { mapPlatforms, Settings, type Stage, validateStage } from './stage-settings.ts';

const SIX_HOURS_SECONDS = 6 * 3600;
const DAY_SECONDS = 86_400;

function codeUrl(name: Platform): string {
  const { code, token } = PLATFORM_TABLE[name].urls;
  return code ?? token;
}

type Defaults = Omit<Stage, 'name' | 'kind'>;

const DEVELOPMENT: Defaults = {
  removal: 'destroy',
  deletionProtection: false,
  warmWriteUnitsPerSecond: null,
  logRetentionDays: 7,
  // A new account may have a quota of 10: none of it can be reserved.
  publishConcurrency: mapPlatforms(() => null),
  // A queue costs money while it is idle.
  slowPublishConcurrency: null,
  scheduleConcurrency: null,
  // They cost some dollars a month without traffic.
  hasAlarms: false,
  alarmEmail: null,
  concurrencyQuota: 1_000,
  monthlyBudgetUsd: null,
  latenessLimitSeconds: SIX_HOURS_SECONDS,
  sweepEveryMinutes: 5,
  metricPollEveryMinutes: 15,
  webhookPlan: 'enterprise',
  failingEndpoints: { warnAfterSeconds: 3 * DAY_SECONDS, disableAfterSeconds: 5 * DAY_SECONDS },
  secretOverlapSeconds: DAY_SECONDS,
  streamConcurrency: null,
  jobConcurrency: null,
  // Three workspaces that send all requests of the highest plan, 167 a second each, to one route.
  routeThrottle: { requestsPerSecond: 500, burst: 2000 },
  // More than the 167 requests per second that the rate limit allows one source address.
  publicRouteThrottle: { requestsPerSecond: 200, burst: 400 },
  // Two pollers per queue. What has a maximum in production may use up the concurrency of the account.
  fastDeliveryConcurrency: null,
  slowDeliveryConcurrency: null,
  metricPollConcurrency: null,
  mediaConcurrency: null,
  stepConcurrency: null,
  auditAddressRetentionDays: 365,
  commenterTextRetentionDays: 90,
  mediaStorageClass: 'standard',
  passkeyWorkspaces: null,
  // A stage without customers does not bill.
  countsUsage: false,
  returnUrls: null,
  defaultLimits: {
    requests_per_minute: null,
    accounts: null,
    posts_per_day: null,
    media_bytes: null,
    platform_micro_usd_per_month: null,
  },
  linkedInVersion: '202607',
  // Not announced yet. LinkedIn ended 202511, 202601 and 202603 on the 15th or 16th a year later.
  linkedInVersionEndsOn: '2027-07-15',
  dashboard: true,
  dashboardDomain: null,
  customDomain: null,
  customerKey: true,
  multiRegionKey: false,
  existingData: null,
  emailSender: null,
  invitationPage: null,
  showsInvitationTokens: false,
  allowsLoopbackReceivers: false,
  platformUrls: mapPlatforms((name) => PLATFORM_TABLE[name].urls.api),
  tokenUrls: mapPlatforms((name) => PLATFORM_TABLE[name].urls.token),
  codeUrls: mapPlatforms(codeUrl),
  blueskyUrls: {
    appView: 'https://public.api.bsky.app',
    directory: 'https://plc.directory',
    video: 'https://video.bsky.app',
  },
  authorizeUrls: mapPlatforms((name) => PLATFORM_TABLE[name].urls.authorize),
};

const PRODUCTION: Defaults = {
  ...DEVELOPMENT,
  removal: 'retain',
  deletionProtection: true,
  // Twice what the production concurrency of publishing writes (evaluation/docs/capacity.md).
  warmWriteUnitsPerSecond: 14_000,
  logRetentionDays: 90,
  multiRegionKey: true,
  // A platform that does not respond occupies an invocation for up to 90 s; it must not affect the others. SQS serves the
  // groups of a queue fairly from 30 messages in flight.
  publishConcurrency: mapPlatforms(() => 35),
  // Four workspaces take all of them with the five that each may have.
  slowPublishConcurrency: 20,
  // EventBridge Scheduler invokes up to 1,000 schedules a second, each for about 30 ms.
  scheduleConcurrency: 40,
  // What must not starve when requests or webhooks use up the concurrency of the account.
  streamConcurrency: 40,
  jobConcurrency: 2,
  sweepEveryMinutes: 3,
  fastDeliveryConcurrency: 100,
  slowDeliveryConcurrency: 50,
  metricPollConcurrency: 50,
  mediaConcurrency: 10,
  stepConcurrency: 10,
  hasAlarms: true,
  monthlyBudgetUsd: 100,
};

/**
 * Return the stage of a kind that has its name, with `overrides` of its settings. A later one wins; each is an
 * object, or its JSON from `-c settings=`. `localPort` is the port of the local service and of its platform simulator.
 * Throws with the name of an unknown or invalid setting.
 */
export function stage(name: string, localPort = 3000, ...overrides: unknown[]): Stage {
  return namedStage(name, parseStageKind(name), localPort, ...overrides);
}

/** Return a stage of any name: as `stage` does, with the defaults and the rules of its kind. */
export function namedStage(name: string, kind: StageKind, localPort: number, ...overrides: unknown[]): Stage {
  return validateStage({ ...Object.assign(defaultsOf(kind, localPort), ...overrides.map(readOverrides)), name, kind });
}

function defaultsOf(kind: StageKind, localPort: number): Defaults {
  const simulator = `http://127.0.0.1:${localPort}/_simulator`;
  const defaults: Record<StageKind, Defaults> = {
    development: DEVELOPMENT,
    production: PRODUCTION,
    local: {
      ...DEVELOPMENT,
      countsUsage: true,
      emailSender: 'invitations@localhost.example',
      showsInvitationTokens: true,
      allowsLoopbackReceivers: true,
      streamConcurrency: 10,
      sweepEveryMinutes: 1,
      metricPollEveryMinutes: 1,
      fastDeliveryConcurrency: 10,
      slowDeliveryConcurrency: 10,
      metricPollConcurrency: 10,
      mediaConcurrency: 10,
      stepConcurrency: 10,
      platformUrls: mapPlatforms((name) => `${simulator}/${name}`),
      tokenUrls: mapPlatforms((name) => `${simulator}/${name}${new URL(PLATFORM_TABLE[name].urls.token).pathname}`),
      codeUrls: mapPlatforms((name) => `${simulator}/${name}${new URL(codeUrl(name)).pathname}`),
      blueskyUrls: {
        appView: `${simulator}/bluesky`,
        directory: `${simulator}/bluesky/plc`,
        video: `${simulator}/bluesky/video`,
      },
      authorizeUrls: mapPlatforms(
        (name) => `${simulator}/${name}${new URL(PLATFORM_TABLE[name].urls.authorize).pathname}`,
      ),
    },
  };
  return { ...defaults[kind] };
}

function readOverrides(overrides: unknown): object {
  const read = typeof overrides === 'string' ? parseJson(overrides) : overrides;
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new Error('Settings are a JSON object: -c settings=\'{"latenessLimitSeconds":3600}\'.');
  }
  for (const setting of Object.keys(read)) {
    if (Object.hasOwn(Settings.shape, setting)) continue;
    throw new Error(`There is no setting "${setting}". Settings: ${Object.keys(Settings.shape).join(', ')}.`);
  }
  return read;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
