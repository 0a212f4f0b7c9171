import { readsPerPost } from '../../lib/accounts/rules/metrics-schedule.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE, READ_PRICES_USD } from '../../lib/platforms/platforms.ts';
import { money, number, section, table } from '../markdown/markdown.ts';
import { aboveFreeTier, type Bill, billableAmounts, mapBill, sumBills, toDollars, totalDollars } from './bill.ts';
import { idleMonthDollars, idleMonthLineItems } from './idle-month.ts';
import { leastPollsPer, mostPollsPer, type PostPolls, pollsPerPost } from './metric-polls.ts';
import { ASSUMPTIONS } from './prices.ts';
import { addUsage, type MeasuredUsage, scaleUsage, type Usage } from './usage.ts';

/**
 * A month of posts. Shares are of the posts; `targets` is the number of platforms of a post, of which X is one. Each
 * customer has an account on X, and another one if its posts have further platforms. `requests`: to read.
 */
interface Workload {
  name: string;
  customers: number;
  posts: number;
  targets: number;
  imageShare: number;
  videoShare: number;
  requests: number;
}

const MIXED = { targets: 1.5, imageShare: 0.7, videoShare: 0.1 };

const WORKLOADS: readonly Workload[] = [
  { name: 'one person', customers: 1, posts: 100, targets: 1, imageShare: 0, videoShare: 0, requests: 0 },
  { name: 'a team', customers: 1, posts: 1_000, targets: 1.5, imageShare: 1, videoShare: 0, requests: 0 },
  { name: 'an agency', customers: 1_000, posts: 100_000, ...MIXED, requests: 0 },
  { name: '1,000 customers', customers: 1_000, posts: 30_000, ...MIXED, requests: 2_400_000 },
  { name: '5,000 customers', customers: 5_000, posts: 150_000, ...MIXED, requests: 12_000_000 },
];

/** Of a hundred requests of the dashboard and of clients that read: how many are of which operation. */
const READING_REQUESTS: Record<string, number> = {
  'content.list': 25,
  'content.get': 25,
  'schedule.list': 15,
  'analytics.performance': 10,
  'accounts.list': 10,
  'analytics.rank-content': 5,
  'media.list': 5,
  'auth.token': 5,
};

/** One line of a worked bill: what AWS charges for. */
interface LineItem {
  what: string;
  amounts: Bill;
}

const PART_BYTES = 8 * 1024 * 1024;
const [LAMBDA_MEDIA_GB, X_PRICE_USD, X_LINK_PRICE_USD] = [2, 0.015, 0.2];

/** Return what AWS charges for each bill of a month, in dollars above the free tier, by its name. */
export function awsBills(counted: MeasuredUsage): Record<string, number> {
  const everyMinutes = Math.round(60 / counted.templates.production.collectionsPerHour);
  const idle = idleMonthLineItems(counted, 'production').map(({ amounts }) => amounts);
  const dollars = WORKLOADS.map((workload) => {
    const lines = billOf(counted, workload, everyMinutes).map(({ amounts }) => amounts);
    return [workload.name, totalDollars(toDollars(aboveFreeTier(sumBills(...idle, ...lines))))];
  });
  return Object.fromEntries(dollars);
}

/** Render bills of a month in production: of AWS and of X. The other platforms charge nothing. */
export function workedBills(counted: MeasuredUsage): string {
  const facts = counted.templates.production;
  const everyMinutes = Math.round(60 / facts.collectionsPerHour);
  const days = readsPerPost('twitter');
  const bills = WORKLOADS.map((workload) => billOf(counted, workload, everyMinutes));
  const large = freePolls(WORKLOADS.at(-1)!, everyMinutes);
  const most = mostPollsPer({ everyMinutes, schedule: 'frequent' });
  const aws = Object.values(awsBills(counted));
  const publishing = WORKLOADS.map(({ posts }) => posts * X_PRICE_USD);
  const reading = WORKLOADS.map(({ posts }) => posts * days * READ_PRICES_USD.twitter);
  const whole = aws.map((dollars, index) => dollars + publishing[index]! + reading[index]!);
  const strong = (name: string, values: number[]) => [`**${name}**`, ...values.map((value) => `**${money(value)}**`)];
  const rows = [
    ...bills[0]!.map(({ what }, index) => [
      what,
      ...bills.map((lines) => money(totalDollars(toDollars(lines[index]!.amounts)))),
    ]),
    ['an idle month', ...WORKLOADS.map(() => money(idleMonthDollars(counted, 'production').list))],
    strong('AWS, above the free tier', aws),
    ['X: publishing', ...publishing.map(money)],
    [`X: reading metrics on ${days} days of a post`, ...reading.map(money)],
    strong('AWS and X', whole),
    ['of one post', ...whole.map((dollars, index) => money(dollars / WORKLOADS[index]!.posts))],
  ];
  const warm = totalDollars(toDollars({ warmUnit: facts.warmWriteUnits }));
  return section(
    'Worked bills',
    'A month in production, in dollars. The lines of AWS are at list prices; their sum is above the free tier, which pays for the first of it.',
    table(['', ...WORKLOADS.map(describe)], rows),
    `Each post is published on X; LinkedIn, Bluesky and Instagram charge nothing. A post with a link costs ${money(X_LINK_PRICE_USD)} on X ` +
      `in place of ${X_PRICE_USD}. An image has ${ASSUMPTIONS.imageMb} MB and a video ${ASSUMPTIONS.videoMb} MB; files that a post uses are kept, so the line of ` +
      `storage is added again each month until they are deleted. The requests of customers read, 80 for each post: ${mixOfRequests()}, ` +
      'each the first of its function instance in a minute. Those of the other bills are in [a million requests](#a-million-requests).',
    `Metric polls are those of a post's whole life, with the default schedules, ${days} on X, each alone in its run. The model lets the metrics of a post change ` +
      `${ASSUMPTIONS.metricChanges} times at random, half of them within ${ASSUMPTIONS.metricHalfLifeHours} hours, half of the others within the next ${ASSUMPTIONS.metricHalfLifeHours}. ` +
      `Then a post of ${WORKLOADS.at(-1)!.name} has ${number(large.polls, 0)} polls on the other platforms (one that never changes has ${leastPollsPer({ everyMinutes, schedule: 'frequent' })}, and one that ` +
      `changes with each poll at most ${most}), in ${number(large.requests, 0)} requests with the other posts of its account.`,
    `Paid once, when the stage is created: warm throughput, ${facts.warmWriteUnits.toLocaleString('en-US')} write units a second of the table and its ` +
      `indexes beyond those of a new table, about ${money(warm)} dollars. This price is believed, not confirmed: look it up before the first deployment, or set \`warmWriteUnitsPerSecond\` to null.`,
  );
}

function describe({ name, posts, targets, imageShare, videoShare }: Workload): string {
  const share = (value: number, of: string) => (value === 0 ? [] : [`${Math.round(100 * value)} % with ${of}`]);
  const platforms = targets === 1 ? '1 platform' : `${targets} platforms each`;
  return `${name}: ${[`${posts.toLocaleString('en-US')} posts`, platforms, ...share(imageShare, 'an image'), ...share(videoShare, 'a video')].join(', ')}`;
}

/** Count the polls of a post on the platforms that charge nothing for them, on average. */
function freePolls({ posts, customers, targets }: Workload, everyMinutes: number): PostPolls {
  const free = PLATFORMS.filter((platform) => READ_PRICES_USD[platform] === 0);
  const postsOfAccount = (posts * (targets - 1)) / customers;
  if (postsOfAccount === 0) return { polls: 0, requests: 0 };
  const counts = free.map((platform) => {
    const longest = PUBLISHERS[platform].engagements === undefined ? {} : { longestPauseMs: DAY_MS };
    const perRequest = PLATFORM_TABLE[platform].metrics?.maxPostsPerPoll ?? 1;
    return pollsPerPost(postsOfAccount, { everyMinutes, schedule: 'frequent', ...longest }, perRequest);
  });
  const average = (of: (each: PostPolls) => number) => counts.reduce((sum, each) => sum + of(each), 0) / counts.length;
  return { polls: average(({ polls }) => polls), requests: average(({ requests }) => requests) };
}

/** Return the usage of the metric polls of a post: on X, and on its other platforms. */
function pollingOf(counted: MeasuredUsage, workload: Workload, everyMinutes: number): Usage {
  const { polls, requests } = freePolls(workload, everyMinutes);
  const { alone, further } = counted.freeReading;
  const onOthers = addUsage(scaleUsage(alone, requests), scaleUsage(further, polls - requests));
  const onX = scaleUsage(counted.reading, mostPollsPer({ everyMinutes, schedule: 'days' }));
  return addUsage(onX, scaleUsage(onOthers, workload.targets - 1));
}

/** Return the usage of one request that reads, on average. */
function readingRequest({ requests }: MeasuredUsage): Usage {
  return addUsage(
    ...Object.entries(READING_REQUESTS).map(([operation, percentage]) => {
      const { alone } = requests.find((each) => each.operation === operation)!;
      return scaleUsage(alone, percentage / 100);
    }),
  );
}

function mixOfRequests(): string {
  return Object.entries(READING_REQUESTS)
    .map(([operation, percentage]) => `${percentage} % \`${operation}\``)
    .join(', ');
}

/** List what AWS charges for the posts of a month, besides the idle month. */
function billOf(counted: MeasuredUsage, workload: Workload, everyMinutes: number): LineItem[] {
  const { posts, targets, imageShare, videoShare, requests } = workload;
  const facts = counted.templates.production;
  const [creation, scheduling, ...perTarget] = counted.post.map(({ units }) => units);
  const publishing = addUsage(
    scaleUsage(addUsage(creation!, scheduling!), posts),
    ...perTarget.map((units) => scaleUsage(units, posts * targets)),
  );
  const [images, videos] = [posts * imageShare, posts * videoShare];
  const storedGb = (images * ASSUMPTIONS.imageMb + videos * ASSUMPTIONS.videoMb) / 1000;
  const upload = counted.requests.find(({ operation }) => operation === 'media.create')!;
  const uploads = billableAmounts(addUsage(upload.busy, upload.after), facts);
  const parts = Math.ceil((ASSUMPTIONS.videoMb * 1e6) / PART_BYTES);
  const seconds = images * ASSUMPTIONS.imageSeconds + videos * ASSUMPTIONS.videoSeconds;
  return [
    { what: 'publishing, events and sums', amounts: billableAmounts(publishing, facts) },
    {
      what: 'polls of metrics',
      amounts: billableAmounts(scaleUsage(pollingOf(counted, workload, everyMinutes), posts), facts),
    },
    { what: 'requests that read', amounts: billableAmounts(scaleUsage(readingRequest(counted), requests), facts) },
    {
      what: 'upload, inspection and adaptation of media',
      amounts: sumBills(
        mapBill(uploads, (_, amount) => amount * (images + videos)),
        { mediaCompute: seconds * LAMBDA_MEDIA_GB },
        // The upload, the inspected file and an adaptation of each image; the parts of a video and two more.
        { fileWrite: images * 3 + videos * (parts + 3), fileRead: images * 2 + videos * parts },
      ),
    },
    { what: 'storage of media, more each month', amounts: { fileStored: storedGb } },
    { what: 'media sent to the platforms', amounts: { sent: storedGb * targets } },
  ];
}
