/** An AWS price: dollars for `per` units. */
export interface Price {
  what: string;
  dollars: number;
  per: number;
  unit: string;
  /** The source. `known` is general knowledge, because the page was not accessible; `believed` is less certain. */
  source: 'known' | 'believed' | { read: string };
  page: string;
}

/** The region and date of these prices. Look a price up again before you rely on it. */
export const PRICED = { region: 'us-east-1', date: '2026-11-21', currency: 'US dollars' } as const;

const LAMBDA = 'https://aws.amazon.com/lambda/pricing/';
const DYNAMODB = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const S3 = 'https://aws.amazon.com/s3/pricing/';
const CLOUDWATCH = 'https://aws.amazon.com/cloudwatch/pricing/';
const LAMBDA_READ = {
  read: 'https://git.mcrn.ar/mariano/lambda_local_runner, docs/lambdas-md/lambda-13-cost.md',
};
const HTTP_API_READ = {
  read: 'https://appropri8-astro.pages.dev/tutorials/2025/12/02/deploying-simple-api-aws',
};

/** List prices of the lowest tier, without free tier. */
// biome-ignore format: one row per line is what makes it a table.
export const PRICES = {
  request:       { what: 'HTTP API request', dollars: 1, per: 1e6, unit: 'requests', source: HTTP_API_READ, page: 'https://aws.amazon.com/api-gateway/pricing/' },
  invocation:    { what: 'Lambda invocation', dollars: 0.2, per: 1e6, unit: 'invocations', source: LAMBDA_READ, page: LAMBDA },
  compute:       { what: 'Lambda duration, arm64', dollars: 0.0000133334, per: 1, unit: 'GB-second', source: LAMBDA_READ, page: LAMBDA },
  read:          { what: 'DynamoDB read request unit', dollars: 0.125, per: 1e6, unit: 'units', source: 'known', page: DYNAMODB },
  write:         { what: 'DynamoDB write request unit', dollars: 0.625, per: 1e6, unit: 'units', source: 'known', page: DYNAMODB },
  stored:        { what: 'DynamoDB storage', dollars: 0.25, per: 1, unit: 'GB-month', source: 'known', page: DYNAMODB },
  recovery:      { what: 'Point-in-time recovery', dollars: 0.2, per: 1, unit: 'GB-month', source: 'known', page: DYNAMODB },
  queueRequest:  { what: 'SQS request, standard queue', dollars: 0.4, per: 1e6, unit: 'requests', source: 'known', page: 'https://aws.amazon.com/sqs/pricing/' },
  timer:         { what: 'EventBridge Scheduler invocation', dollars: 1, per: 1e6, unit: 'invocations', source: 'known', page: 'https://aws.amazon.com/eventbridge/pricing/' },
  logged:        { what: 'CloudWatch Logs, ingestion', dollars: 0.5, per: 1, unit: 'GB', source: 'known', page: CLOUDWATCH },
  logKept:       { what: 'CloudWatch Logs, storage', dollars: 0.03, per: 1, unit: 'GB-month', source: 'known', page: CLOUDWATCH },
  metric:        { what: 'Custom metric', dollars: 0.3, per: 1, unit: 'metric-month', source: 'known', page: CLOUDWATCH },
  alarmMetric:   { what: 'Alarm, per metric', dollars: 0.1, per: 1, unit: 'month', source: 'known', page: CLOUDWATCH },
  compositeAlarm:{ what: 'Composite alarm', dollars: 0.5, per: 1, unit: 'month', source: 'known', page: CLOUDWATCH },
  dashboard:     { what: 'CloudWatch dashboard', dollars: 3, per: 1, unit: 'month', source: 'known', page: CLOUDWATCH },
  largeDashboard:{ what: 'CloudWatch dashboard with more than 50 metrics', dollars: 3, per: 1, unit: 'month', source: 'known', page: CLOUDWATCH },
  secret:        { what: 'Secret', dollars: 0.4, per: 1, unit: 'month', source: 'known', page: 'https://aws.amazon.com/secrets-manager/pricing/' },
  key:           { what: 'Customer-managed KMS key', dollars: 1, per: 1, unit: 'month', source: 'known', page: 'https://aws.amazon.com/kms/pricing/' },
  keyRotation:   { what: 'KMS key, after its first and after its second rotation', dollars: 1, per: 1, unit: 'month', source: 'known', page: 'https://aws.amazon.com/kms/pricing/' },
  keyRequest:    { what: 'KMS request', dollars: 0.03, per: 1e4, unit: 'requests', source: 'known', page: 'https://aws.amazon.com/kms/pricing/' },
  mail:          { what: 'SES email', dollars: 0.1, per: 1e3, unit: 'emails', source: 'known', page: 'https://aws.amazon.com/ses/pricing/' },
  warmUnit:      { what: 'DynamoDB warm throughput, paid once', dollars: 0.00975, per: 1, unit: 'write unit a second', source: 'believed', page: DYNAMODB },
  mediaCompute:  { what: 'Lambda duration, x86_64', dollars: 0.0000166667, per: 1, unit: 'GB-second', source: 'known', page: LAMBDA },
  fileStored:    { what: 'S3 storage', dollars: 0.023, per: 1, unit: 'GB-month', source: 'known', page: S3 },
  fileWrite:     { what: 'S3 write', dollars: 0.005, per: 1e3, unit: 'requests', source: 'known', page: S3 },
  fileRead:      { what: 'S3 read', dollars: 0.0004, per: 1e3, unit: 'requests', source: 'known', page: S3 },
  sent:          { what: 'Data to the internet', dollars: 0.09, per: 1, unit: 'GB', source: 'known', page: 'https://aws.amazon.com/ec2/pricing/on-demand/' },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;

/** The permanent monthly free tier, which all services of an account share. */
export const FREE_TIER: Partial<Record<PriceName, number>> = {
  invocation: 1e6,
  compute: 400_000,
  stored: 25,
  queueRequest: 1e6,
  timer: 14e6,
  keyRequest: 20_000,
  logged: 5,
  logKept: 5,
  metric: 10,
  alarmMetric: 10,
  dashboard: 3,
  sent: 100,
};

/** Assumed values that the usage meter cannot measure. */
export const ASSUMPTIONS = {
  /** Milliseconds of a warm function without its calls. */
  ownMs: 5,
  /** Milliseconds of a table read, a write, a message, a schedule request, a KMS request and an email. */
  readMs: 5,
  writeMs: 10,
  sendMs: 10,
  timerMs: 30,
  keyMs: 10,
  mailMs: 100,
  /** Milliseconds until a platform or a webhook receiver responds. */
  platformMs: 600,
  receiverMs: 300,
  /** Share of cold starts, and their milliseconds, which AWS bills since August 2025. */
  coldStartShare: 0.01,
  coldStartMs: 400,
  /** Seconds until the platforms respond to publish now, and the reads of the item during the wait. */
  publishNowSeconds: 2,
  publishNowReads: 6,
  /** Bytes that Lambda logs per invocation: START, END and REPORT. */
  lambdaLogBytes: 300,
  /** Bytes of the response headers. */
  headBytes: 700,
  /** Receive and delete requests per message, individually and in batches of ten. */
  receivesPerMessage: 2,
  receivesPerBatchedMessage: 0.2,
  /** Lambda's parallel long polls of an idle queue, with and without a maximum concurrency, and their seconds. */
  pollers: 2,
  pollersWithMaximum: 5,
  pollSeconds: 20,
  /** Hours in a month in AWS price calculations. */
  monthHours: 730,
  /** Stored GB in the examples of an idle month, including indexes: of production and of development. */
  storedGb: 1,
  developmentGb: 0.1,
  /** Write units per second that DynamoDB gives a new table or index. */
  newTableWriteUnits: 4_000,
  /** Metrics of a CloudWatch dashboard that is in the free tier. */
  freeDashboardMetrics: 50,
  /** The files of the worked bills: megabytes, and seconds of their inspection and adaptation. */
  imageMb: 3,
  videoMb: 100,
  imageSeconds: 1,
  videoSeconds: 12,
  /** How often the metrics of a post change in its life, and the hours within which half of these changes come. */
  metricChanges: 200,
  metricHalfLifeHours: 20,
  /** Days of a month in AWS price calculations. */
  monthDays: 30.4,
} as const;
