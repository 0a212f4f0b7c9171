import * as z from 'zod';
import { isReturnTarget } from '../accounts/rules/connect/return-url.ts';
import { LIMIT_NAMES, LIMIT_RANGES, type LimitName } from '../core/config/limits.ts';
import { PLAN_NAMES } from '../core/config/plans.ts';
import { PLATFORMS, type Platform } from '../platforms/platforms.ts';
import type { StageKind } from './stage-kind.ts';

// AWS keeps 100 of an account's concurrency unreserved, so a reservation can fail the deployment to an account
// with a small quota. An event source needs at least 2.
const ReservedConcurrency = z.int().min(2).max(1000).nullable();

// Lambda polls an idle queue with five pollers where it has a maximum concurrency, else with two (AWS Lambda developer
// guide, "Configuring scaling behavior for SQS event source mappings"). SQS charges for each poll.
const QueueConcurrency = z.int().min(2).max(1000).nullable();

/**
 * The batches of one shard of the stream that the stream worker processes at the same time, when it has reserved
 * concurrency. Without it there is one, because all functions of the stage may share a quota of ten executions.
 */
export const STREAM_BATCHES_PER_SHARD = 2;
// DynamoDB has a partition for each thousand write units, and the stream a shard for each partition.
const WRITE_UNITS_PER_SHARD = 1000;

// API Gateway's default quotas of an account and region are 10,000 requests per second and a burst of 5,000.
const RouteThrottle = z.strictObject({
  requestsPerSecond: z.int().min(1).max(10_000),
  burst: z.int().min(1).max(5_000),
});

/** Return an object with the value of each platform. */
export function mapPlatforms<Value>(toValue: (name: Platform) => Value): Record<Platform, Value> {
  return Object.fromEntries(PLATFORMS.map((name) => [name, toValue(name)])) as Record<Platform, Value>;
}

function perPlatform<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject(mapPlatforms(() => schema));
}

const limit = (name: LimitName) => {
  const { minimum, maximum } = LIMIT_RANGES[name];
  return z.int().min(minimum).max(maximum).nullable().default(null);
};
const DefaultLimits = z.strictObject(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, limit(name)])) as Record<LimitName, ReturnType<typeof limit>>,
);

const DomainName = z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain name in lower case');
// CloudFront reads certificates in this region only.
const EdgeCertificate = z
  .string()
  .regex(/^arn:[a-z-]+:acm:us-east-1:\d{12}:certificate\/[^/]+$/, 'the ARN of a certificate in us-east-1');
const StreamArn = z
  .string()
  .regex(/^arn:[a-z-]+:dynamodb:[^:]+:\d{12}:table\/[^/]+\/stream\/[^/]+$/, 'the ARN of a stream');
const KeyArn = z.string().regex(/^arn:[a-z-]+:kms:[^:]+:\d{12}:key\/[^/]+$/, 'the ARN of a KMS key');
const PageUrl = z.url().refine((url) => !url.includes('#'), 'must not have a fragment, which holds the token');
const ReturnTarget = z
  .string()
  .max(80)
  .refine(isReturnTarget, 'an origin, or a scheme in the reversed notation of a domain name with a colon');
const WorkspaceId = z.string().regex(/^(ws_[0-9A-Z]{26}|\*)$/, 'the id of a workspace, or *');
const Days = z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653]);

/** The settings of a stage. */
export const Settings = z.strictObject({
  /** The removal policy of the table, the KMS key and the logs. */
  removal: z.enum(['destroy', 'retain']),
  /** Protects the table from deletion. */
  deletionProtection: z.boolean(),
  /**
   * The writes per second that the table supports at once (its warm throughput); each index has half. DynamoDB never
   * lowers it, and gives a new table 4,000. Null: what DynamoDB gives.
   */
  warmWriteUnitsPerSecond: z.int().min(8_000).max(1_000_000).nullable(),
  logRetentionDays: Days,
  /** The reserved concurrency of the publish function per platform, without its slow lane. Null: none is reserved. */
  publishConcurrency: perPlatform(ReservedConcurrency),
  /**
   * How many attempts of each platform are in progress in the slow lane: posts with videos or with hosts that respond
   * slowly. Null: the stage has no slow lane, and these posts share the concurrency of the others.
   */
  slowPublishConcurrency: z.int().min(2).max(100).nullable(),
  /** The reserved concurrency of the function that schedules of posts invoke. Null: none is reserved. */
  scheduleConcurrency: ReservedConcurrency,
  /** Deploy the alarms and the CloudWatch dashboard, which cost some dollars a month even without traffic. */
  hasAlarms: z.boolean(),
  /**
   * The address that alarms notify; `none`: they send no notification. Null: undecided, which a stage with alarms cannot be.
   */
  alarmEmail: z.union([z.email(), z.literal('none')], 'an email address, or "none"').nullable(),
  /** The Lambda quota of concurrent executions of this account and region: an alarm fires at 80 % of it. */
  concurrencyQuota: z.int().min(10),
  /** The monthly budget of the AWS account, in US dollars, about which `alarmEmail` is notified. Null: no budget. */
  monthlyBudgetUsd: z.number().positive().nullable(),
  /** A post that is later than this fails and is not sent. At most seven days. */
  latenessLimitSeconds: z.int().min(60).max(604_800),
  /**
   * How often the sweep runs. It queues all work before it is due, so a longer period delays only what was lost. At most
   * ten minutes: a message can wait for 15.
   */
  sweepEveryMinutes: z.int().min(1).max(10),
  metricPollEveryMinutes: z.int().min(1).max(1440),
  /** The lowest plan that can register and test webhook endpoints. */
  webhookPlan: z.enum(PLAN_NAMES),
  /** A webhook endpoint without a successful delivery is reported after the first period and disabled after the second. */
  failingEndpoints: z.strictObject({ warnAfterSeconds: z.int().min(1), disableAfterSeconds: z.int().min(1) }),
  /** How long a rotated webhook secret still signs deliveries, next to the new one. At most 30 days. */
  secretOverlapSeconds: z.int().min(1).max(2_592_000),
  /** The reserved concurrency of the stream worker. Null: none is reserved. */
  streamConcurrency: ReservedConcurrency,
  /** The reserved concurrency of each scheduled job. Null: none is reserved. */
  jobConcurrency: z.int().min(2).max(100).nullable(),
  /** The throttle of API Gateway for each route that requires an access token, over all callers. */
  routeThrottle: RouteThrottle,
  /** The same for each route that requires none, and for requests that match no route. */
  publicRouteThrottle: RouteThrottle,
  /** The maximum concurrency of the fast delivery lane. Null: none, which is cheaper while idle. */
  fastDeliveryConcurrency: QueueConcurrency,
  /** The maximum concurrency of the slow delivery lane. Null: none. */
  slowDeliveryConcurrency: QueueConcurrency,
  /** The maximum concurrency of metric polling, in accounts. Null: none. */
  metricPollConcurrency: QueueConcurrency,
  /** The maximum concurrency of the inspection of media files. Null: none. */
  mediaConcurrency: QueueConcurrency,
  /** The maximum concurrency of the steps of exports, imports and other jobs. Null: none. */
  stepConcurrency: QueueConcurrency,
  /** How long the source addresses in audit logs are stored. At most ten years. */
  auditAddressRetentionDays: z.int().min(1).max(3653),
  /** How long names and texts of commenters are stored. Events have them for 34 days in any case. */
  commenterTextRetentionDays: z.int().min(34).max(400),
  /**
   * The storage class of the files of the media library. `intelligent_tiering`: S3 moves a file that was not read for 30
   * days to a cheaper tier, and charges for each file that it watches.
   */
  mediaStorageClass: z.enum(['standard', 'intelligent_tiering']),
  /**
   * The workspaces whose posts are sent only with an approval by passkey, whatever their settings in the table are: ids, or
   * `*` for all. Null: each workspace decides.
   */
  passkeyWorkspaces: z.array(WorkspaceId).min(1).max(20).nullable(),
  /** Count what each workspace uses, for `GET /usage`: about three write units a post, and one an attempt of a delivery. */
  countsUsage: z.boolean(),
  /**
   * Where connections may end: origins, such as `https://app.example.com`, and schemes of apps, such as `com.example.app:`.
   * Null: every https URL, no app, and no headless connection.
   */
  returnUrls: z.array(ReturnTarget).min(1).max(10).nullable(),
  /** The limits of each workspace that has none of its own, with the names of the API. Null: none, or that of the plan. */
  defaultLimits: DefaultLimits,
  linkedInVersion: z.string().regex(/^20\d{2}(0[1-9]|1[0-2])$/, 'a version is YYYYMM'),
  /** The first day on which LinkedIn may reject this version with 426. */
  linkedInVersionEndsOn: z.iso.date(),
  /**
   * Deploy the dashboard and its CloudFront distribution. A new account can create one only once AWS has verified it. Without
   * them the stage has the API only, and sends no email: emails link to the dashboard.
   */
  dashboard: z.boolean(),
  /**
   * The domain of the dashboard, of passkeys and of links in emails, with a certificate in `us-east-1`. Null: that of
   * CloudFront, which a stage that is created again does not keep.
   */
  dashboardDomain: z.strictObject({ domainName: DomainName, certificateArn: EdgeCertificate }).nullable(),
  /** A custom domain with a certificate of the same region. */
  customDomain: z.strictObject({ domainName: DomainName, certificateArn: z.string().startsWith('arn:') }).nullable(),
  /**
   * Encrypt secrets with a KMS key of the stage, for a dollar a month. Without it, with a data key in Parameter Store: then
   * IAM does not separate the kinds of secrets, CloudTrail does not record their use, and the key has no rotation.
   */
  customerKey: z.boolean(),
  /**
   * Create this key as a multi-Region one, which can be replicated to another region later. KMS cannot convert a key, and
   * CloudFormation rejects a change of the property: a stage that has a single-Region key keeps `false`.
   */
  multiRegionKey: z.boolean(),
  /** A table and a KMS key that the stage uses in place of its own. Null: its own. */
  existingData: z.strictObject({ tableStreamArn: StreamArn, accountKeyArn: KeyArn }).nullable(),
  /** The sender of all emails, an SES identity of this account and region. Null: no email is sent. */
  emailSender: z.email().nullable(),
  /** The operator's page that accepts invitations; the token is its fragment. Null: the page of the dashboard. */
  invitationPage: PageUrl.nullable(),
  /** The response to an invitation that is emailed contains a token as well. Only in the local stage. */
  showsInvitationTokens: z.boolean(),
  /** Webhook endpoints on loopback addresses over http are allowed. Never in production. */
  allowsLoopbackReceivers: z.boolean(),
  platformUrls: perPlatform(z.url()),
  /** The token endpoints of the platforms. */
  tokenUrls: perPlatform(z.url()),
  /** The endpoints of the platforms that exchange an authorization code. */
  codeUrls: perPlatform(z.url()),
  /** The AppView, which has the metrics of all posts and resolves handles, and the directory of accounts. */
  blueskyUrls: z.strictObject({ appView: z.url(), directory: z.url(), video: z.url() }),
  /** The pages of the platforms where a person gives access to an account. */
  authorizeUrls: perPlatform(z.url()),
});

/** A stage: its name, its kind and its settings. */
export type Stage = z.infer<typeof Settings> & { name: string; kind: StageKind };

/** Return a stage as its schema and the rules between settings allow it. Throws with the name of an invalid setting. */
export function validateStage({ name, kind, ...rest }: Stage): Stage {
  const result = Settings.safeParse(rest);
  if (!result.success) {
    const [{ path, message } = { path: [], message: '' }] = result.error.issues;
    throw new Error(`Setting ${path.join('.')}: ${message}.`);
  }
  const settings = result.data;
  const { allowsLoopbackReceivers, failingEndpoints } = settings;
  const reject = (isWrong: boolean | undefined, setting: string, reason: string) => {
    if (isWrong) throw new Error(`Setting ${setting}: ${reason}.`);
  };
  reject(kind === 'production' && allowsLoopbackReceivers, 'allowsLoopbackReceivers', 'not in production');
  // Where an email proves the address, the caller who invites must not be able to accept in the name of the person.
  reject(kind !== 'local' && settings.showsInvitationTokens, 'showsInvitationTokens', 'only in the local stage');
  const { streamConcurrency, warmWriteUnitsPerSecond } = settings;
  // Lambda throttles the batches of further shards, which delays the changes in them.
  const streamBatches = Math.ceil(((warmWriteUnitsPerSecond ?? 0) / WRITE_UNITS_PER_SHARD) * STREAM_BATCHES_PER_SHARD);
  const isStreamThrottled = streamConcurrency !== null && streamConcurrency < streamBatches;
  reject(isStreamThrottled, 'streamConcurrency', `with this warmWriteUnitsPerSecond, at least ${streamBatches}`);
  const isHttpPage = settings.invitationPage?.startsWith('http:');
  reject(isHttpPage && !allowsLoopbackReceivers, 'invitationPage', 'https is required');
  const hasHttpReturn = settings.returnUrls?.some((each) => each.startsWith('http:'));
  reject(hasHttpReturn && !allowsLoopbackReceivers, 'returnUrls', 'https is required');
  const isLateWarning = failingEndpoints.warnAfterSeconds >= failingEndpoints.disableAfterSeconds;
  reject(isLateWarning, 'failingEndpoints', 'warnAfterSeconds must be less than disableAfterSeconds');
  const { alarmEmail, hasAlarms } = settings;
  const isEmailUnused = alarmEmail !== null && alarmEmail !== 'none' && !hasAlarms;
  reject(isEmailUnused, 'alarmEmail', 'this stage has no alarms (hasAlarms)');
  reject(kind === 'production' && !settings.customerKey, 'customerKey', 'required in production');
  const isLinkBroken = settings.emailSender !== null && !settings.dashboard;
  reject(isLinkBroken, 'emailSender', 'emails link to the dashboard, which this stage does not have (dashboard)');
  const { customDomain, dashboardDomain } = settings;
  reject(dashboardDomain !== null && !settings.dashboard, 'dashboardDomain', 'this stage has no dashboard');
  const isDomainShared = dashboardDomain !== null && dashboardDomain.domainName === customDomain?.domainName;
  reject(isDomainShared, 'dashboardDomain', 'not the domain of the API (customDomain)');
  const isUndecided = hasAlarms && alarmEmail === null;
  reject(
    isUndecided,
    'alarmEmail',
    'this stage has alarms: set the address that they notify, or "none" for no notification',
  );
  for (const setting of ['platformUrls', 'tokenUrls', 'codeUrls', 'authorizeUrls', 'blueskyUrls'] as const) {
    for (const [name, url] of Object.entries(settings[setting])) {
      // These URLs receive access tokens or decide who does, so http is allowed only on one machine.
      const isUnencrypted = !url.startsWith('https://') && !allowsLoopbackReceivers;
      reject(isUnencrypted, `${setting}.${name}`, 'https is required');
    }
  }
  return { ...settings, name, kind };
}
