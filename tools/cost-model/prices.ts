/** One price of AWS: so many dollars for `per` units. */
export interface Price {
  what: string;
  dollars: number;
  per: number;
  unit: string;
  /** Where the number is from. `known`: from general knowledge, because the page could not be read here. */
  source: 'known' | { read: string };
  page: string;
}

/** Where and when these prices hold. Look them up again before a decision hangs on one. */
export const PRICED = { region: 'us-east-1', date: '2026-11-21', currency: 'US dollars' } as const;

const LAMBDA = 'https://aws.amazon.com/lambda/pricing/';
const DYNAMODB = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const CLOUDWATCH = 'https://aws.amazon.com/cloudwatch/pricing/';
const LAMBDA_READ = {
  read: 'https://git.mcrn.ar/mariano/lambda_local_runner, docs/lambdas-md/lambda-13-cost.md',
};
const HTTP_API_READ = {
  read: 'https://appropri8-astro.pages.dev/tutorials/2025/12/02/deploying-simple-api-aws',
};

/** List prices of the lowest tier, without any free allowance. */
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
  logged:        { what: 'CloudWatch Logs, taken in', dollars: 0.5, per: 1, unit: 'GB', source: 'known', page: CLOUDWATCH },
  logKept:       { what: 'CloudWatch Logs, kept', dollars: 0.03, per: 1, unit: 'GB-month', source: 'known', page: CLOUDWATCH },
  metric:        { what: 'Custom metric', dollars: 0.3, per: 1, unit: 'metric-month', source: 'known', page: CLOUDWATCH },
  alarmMetric:   { what: 'Alarm, for each metric it looks at', dollars: 0.1, per: 1, unit: 'month', source: 'known', page: CLOUDWATCH },
  compositeAlarm:{ what: 'Composite alarm', dollars: 0.5, per: 1, unit: 'month', source: 'known', page: CLOUDWATCH },
  dashboard:     { what: 'Dashboard', dollars: 3, per: 1, unit: 'month', source: 'known', page: CLOUDWATCH },
  secret:        { what: 'Secret', dollars: 0.4, per: 1, unit: 'month', source: 'known', page: 'https://aws.amazon.com/secrets-manager/pricing/' },
  key:           { what: 'KMS key of one’s own', dollars: 1, per: 1, unit: 'month', source: 'known', page: 'https://aws.amazon.com/kms/pricing/' },
  keyRequest:    { what: 'KMS request', dollars: 0.03, per: 1e4, unit: 'requests', source: 'known', page: 'https://aws.amazon.com/kms/pricing/' },
  mail:          { what: 'SES mail', dollars: 0.1, per: 1e3, unit: 'mails', source: 'known', page: 'https://aws.amazon.com/ses/pricing/' },
  sent:          { what: 'Data to the internet', dollars: 0.09, per: 1, unit: 'GB', source: 'known', page: 'https://aws.amazon.com/ec2/pricing/on-demand/' },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;

/** What every account has free each month, whatever its age; shared with all else in the account. */
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

/** What could not be counted here and is assumed instead. */
export const ASSUMPTIONS = {
  /** Milliseconds a function runs beside its calls, warm. */
  ownMs: 5,
  /** Milliseconds of a read of the table, of a write, of a message, of a timer's call, of the key's and of a mail. */
  readMs: 5,
  writeMs: 10,
  sendMs: 10,
  timerMs: 30,
  keyMs: 10,
  mailMs: 100,
  /** Milliseconds until a platform, or a receiver of webhooks, has answered. */
  platformMs: 600,
  receiverMs: 300,
  /** How many invocations find no instance, and the milliseconds that costs; billed since August 2025. */
  coldStartShare: 0.01,
  coldStartMs: 400,
  /** Seconds until the platforms have answered a publish now, and how often the item is read meanwhile. */
  publishNowSeconds: 2,
  publishNowReads: 6,
  /** Bytes Lambda itself logs of an invocation: START, END and REPORT. */
  lambdaLogBytes: 300,
  /** Bytes of a response's head. */
  headBytes: 700,
  /** Receives and deletes that one message costs beside its sending, one by one and in batches of ten. */
  receivesPerMessage: 2,
  receivesPerBatchedMessage: 0.2,
  /** How Lambda waits for an idle queue: five long polls of 20 s at a time. */
  pollers: 5,
  pollSeconds: 20,
  /** Hours in a month, as AWS reckons. */
  monthHours: 730,
  /** What is stored in the example of an idle month, indexes included, in GB. */
  storedGb: 1,
} as const;
