import { readsPerPost } from '../../lib/accounts/rules/metrics-schedule.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE, READ_PRICES_USD } from '../../lib/platforms/platforms.ts';
import { type Bill, billableAmounts, scaleBill, sumBills } from './bill.ts';
import { type CountedWork, countingOf, countingRuns } from './counting-usage.ts';
import { type PostPolls, pollsPerPost } from './metric-polls.ts';
import { ASSUMPTIONS } from './prices.ts';
import { addUsage, type MeasuredUsage, scaleUsage, type Usage } from './usage.ts';

/**
 * A month of posts. Shares are of the posts; `targets` is the number of platforms of a post, of which X is one. Each
 * customer has `accounts` accounts, one of them on X. `requests`: to read. `endpoints` receive every event. `countsUsage`: as
 * of a stage.
 */
export interface Workload {
  name: string;
  customers: number;
  accounts: number;
  posts: number;
  targets: number;
  imageShare: number;
  videoShare: number;
  requests: number;
  endpoints: number;
  countsUsage: boolean;
}

/** One line of a worked bill: what AWS charges for. */
interface LineItem {
  what: string;
  amounts: Bill;
}

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

const PART_BYTES = 8 * 1024 * 1024;
const LAMBDA_MEDIA_GB = 2;
/** What X charges for a post, and for one with a link, in dollars. */
export const [X_PRICE_USD, X_LINK_PRICE_USD] = [0.015, 0.2];
/** On how many days the metrics of a post on X are read, by default. */
export const READS_ON_X = readsPerPost('twitter');
const FREE_PLATFORMS = PLATFORMS.filter((platform) => READ_PRICES_USD[platform] === 0);

/** Return what X charges for a month of posts without links, in dollars: to publish them, and to read their metrics. */
export function chargesOfX({ posts }: Workload): { publishing: number; reading: number } {
  return { publishing: posts * X_PRICE_USD, reading: posts * READS_ON_X * READ_PRICES_USD.twitter };
}

/** Describe the operations of which the requests of customers are. */
export function mixOfRequests(): string {
  return Object.entries(READING_REQUESTS)
    .map(([operation, percentage]) => `${percentage} % \`${operation}\``)
    .join(', ');
}

/** Count the polls of a post on the platforms that charge nothing for them, on average. */
export function freePolls({ posts, customers, accounts, targets }: Workload, everyMinutes: number): PostPolls {
  if (targets === 1) return { polls: 0, requests: 0 };
  const postsOfAccount = (posts * (targets - 1)) / (customers * (accounts - 1));
  const counts = FREE_PLATFORMS.map((platform) => {
    const longest = PUBLISHERS[platform].engagements === undefined ? {} : { longestPauseMs: DAY_MS };
    const perRequest = PLATFORM_TABLE[platform].metrics?.maxPostsPerPoll ?? 1;
    return pollsPerPost(postsOfAccount, { everyMinutes, schedule: 'frequent', ...longest }, perRequest);
  });
  return {
    polls: average(counts.map(({ polls }) => polls)),
    requests: average(counts.map(({ requests }) => requests)),
  };
}

/** Return how often the token of an account on X is refreshed in a month, and of one elsewhere, on average. */
export function tokenRefreshes(): { onX: number; onOthers: number } {
  const refreshesOf = (platform: Platform) => {
    const { lifetimeSeconds, refreshBeforeExpirySeconds } = PLATFORM_TABLE[platform].token;
    return (ASSUMPTIONS.monthHours * 3600) / (lifetimeSeconds - refreshBeforeExpirySeconds);
  };
  return { onX: refreshesOf('twitter'), onOthers: average(FREE_PLATFORMS.map(refreshesOf)) };
}

function average(counts: number[]): number {
  return counts.reduce((sum, each) => sum + each, 0) / counts.length;
}

/** List what AWS charges for the posts of a month, besides the idle month. Each workload has the same lines. */
export function awsLineItems(counted: MeasuredUsage, workload: Workload): LineItem[] {
  const { posts, customers, accounts, requests, targets, countsUsage } = workload;
  const facts = counted.templates.production;
  const amountsOf = (units: Usage, count: number) => scaleBill(billableAmounts(units, facts), count);
  const line = (what: string, units: Usage, count: number) => ({ what, amounts: amountsOf(units, count) });
  const { onX, onOthers } = tokenRefreshes();
  const refreshes = customers * (onX + (accounts - 1) * onOthers);
  const { run, after } = counted.tokenRefresh;
  return [
    line('publishing, events and sums', publishingOf(counted, targets), posts),
    line('polls of metrics', pollingOf(counted, workload), posts),
    { what: 'refreshes of tokens', amounts: sumBills(amountsOf(run, refreshes), amountsOf(after, refreshes)) },
    line('requests that read', readingRequest(counted), requests),
    line('deliveries of events', counted.delivery.alone, deliveriesOf(counted, workload)),
    { what: 'counting of usage', amounts: countsUsage ? countingBill(counted, workload) : {} },
    ...mediaLineItems(counted, workload),
  ];
}

/** Count the deliveries: of the events of each item, however many targets it has, and of each file that is ready. */
function deliveriesOf({ eventsPerItem }: MeasuredUsage, workload: Workload): number {
  return workload.endpoints * (eventsPerItem * workload.posts + filesOf(workload));
}

function filesOf({ posts, imageShare, videoShare }: Workload): number {
  return posts * (imageShare + videoShare);
}

/** Return what counting adds to a month: to the work on the posts, and to the runs of the sweep. */
function countingBill(counted: MeasuredUsage, workload: Workload): Bill {
  return sumBills(countingOf(counted, countedWork(counted, workload)), countingRuns(counted));
}

/** Return what is counted of posts. At most: each is created, published and read in hours without other changes. */
export function countedWork(counted: MeasuredUsage, workload: Workload): CountedWork {
  const { posts: items, targets } = workload;
  const readings = items * READS_ON_X;
  const [deliveries, files] = [deliveriesOf(counted, workload), filesOf(workload)];
  return { items, posts: items * targets, readings, deliveries, files, hours: 2 * items + readings };
}

function publishingOf({ post }: MeasuredUsage, targets: number): Usage {
  const [creation, scheduling, ...perTarget] = post.map(({ units }) => units);
  return addUsage(creation!, scheduling!, ...perTarget.map((units) => scaleUsage(units, targets)));
}

/** Return the usage of the metric polls of a post: on X, and on its other platforms. */
function pollingOf(counted: MeasuredUsage, workload: Workload): Usage {
  const everyMinutes = minutesBetweenPolls(counted);
  const { polls, requests } = freePolls(workload, everyMinutes);
  const { alone, further } = counted.freeReading;
  const onOthers = addUsage(scaleUsage(alone, requests), scaleUsage(further, polls - requests));
  const onX = scaleUsage(counted.reading, READS_ON_X);
  return addUsage(onX, scaleUsage(onOthers, workload.targets - 1));
}

/** Return how often the metric polls that are due are queued in production, in minutes. */
export function minutesBetweenPolls({ templates }: MeasuredUsage): number {
  return Math.round(60 / templates.production.runsPerHour['on-metric-polls-due']);
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

function mediaLineItems(counted: MeasuredUsage, { posts, targets, imageShare, videoShare }: Workload): LineItem[] {
  const [images, videos] = [posts * imageShare, posts * videoShare];
  const storedGb = (images * ASSUMPTIONS.imageMb + videos * ASSUMPTIONS.videoMb) / 1000;
  const upload = counted.requests.find(({ operation }) => operation === 'media.create')!;
  const uploads = billableAmounts(addUsage(upload.busy, upload.after, counted.readyFile), counted.templates.production);
  const parts = Math.ceil((ASSUMPTIONS.videoMb * 1e6) / PART_BYTES);
  const seconds = images * ASSUMPTIONS.imageSeconds + videos * ASSUMPTIONS.videoSeconds;
  return [
    {
      what: 'upload, inspection and adaptation of media',
      amounts: sumBills(
        scaleBill(uploads, images + videos),
        { mediaCompute: seconds * LAMBDA_MEDIA_GB },
        // The upload, the inspected file and an adaptation of each image; the parts of a video and two more.
        { fileWrite: images * 3 + videos * (parts + 3), fileRead: images * 2 + videos * parts },
      ),
    },
    { what: 'storage of media, more each month', amounts: { fileStored: storedGb } },
    { what: 'media sent to the platforms', amounts: { sent: storedGb * targets } },
  ];
}
