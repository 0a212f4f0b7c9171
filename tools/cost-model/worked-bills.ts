import { money, number, section, table } from '../markdown/markdown.ts';
import { aboveFreeTier, dollarsOf, sumBills } from './bill.ts';
import { countingOf } from './counting-usage.ts';
import { idleMonthDollars, idleMonthLineItems } from './idle-month.ts';
import { leastPollsPer, mostPollsPer } from './metric-polls.ts';
import { ASSUMPTIONS } from './prices.ts';
import type { MeasuredUsage } from './usage.ts';
import {
  awsLineItems,
  chargesOfX,
  countedWork,
  freePolls,
  minutesBetweenPolls,
  mixOfRequests,
  READS_ON_X,
  tokenRefreshes,
  type Workload,
  X_LINK_PRICE_USD,
  X_PRICE_USD,
} from './workload.ts';

const MIXED = { targets: 1.5, imageShare: 0.7, videoShare: 0.1 };
const TEAM = { requests: 0, endpoints: 0, countsUsage: false };
const ONE_TEAM = { ...TEAM, customers: 1, videoShare: 0 };

const TEAMS: readonly Workload[] = [
  { name: 'one person', ...ONE_TEAM, accounts: 1, posts: 100, targets: 1, imageShare: 0 },
  { name: 'a team', ...ONE_TEAM, accounts: 2, posts: 1_000, targets: 1.5, imageShare: 1 },
  { name: 'an agency', ...TEAM, customers: 1_000, accounts: 2, posts: 100_000, ...MIXED },
];

/** What each customer of a product has and does in a month. */
const EACH_CUSTOMER = { accounts: 3, posts: 30, requests: 2_400 };

/** The posts whose counting has a price of its own: on X only, with an endpoint. */
const COUNTED_POSTS: Workload = { ...TEAMS[0]!, posts: 1_000, endpoints: 1, countsUsage: true };

const PRODUCTS: readonly Workload[] = [100, 1_000, 5_000].map((customers) => ({
  name: `${customers.toLocaleString('en-US')} customers`,
  customers,
  accounts: EACH_CUSTOMER.accounts,
  posts: customers * EACH_CUSTOMER.posts,
  requests: customers * EACH_CUSTOMER.requests,
  endpoints: 1,
  countsUsage: true,
  ...MIXED,
}));

/** Return what AWS charges for each bill of a month, in dollars above the free tier, by its name. */
export function awsBills(counted: MeasuredUsage): Record<string, number> {
  return Object.fromEntries([...TEAMS, ...PRODUCTS].map((workload) => [workload.name, awsDollars(counted, workload)]));
}

function awsDollars(counted: MeasuredUsage, workload: Workload): number {
  const lines = [...idleMonthLineItems(counted, 'production'), ...awsLineItems(counted, workload)];
  return dollarsOf(aboveFreeTier(sumBills(...lines.map(({ amounts }) => amounts))));
}

/** Render bills of a month in production: of AWS and of X. The other platforms charge nothing. */
export function workedBills(counted: MeasuredUsage): string {
  const facts = counted.templates.production;
  const warm = dollarsOf({ warmUnit: facts.warmWriteUnits });
  return section(
    'Worked bills',
    'A month in production, in dollars. The lines of AWS are at list prices; their sum is above the free tier, which pays for the first of it.',
    table(
      ['', ...TEAMS.map(describe)],
      [...rowsOf(counted, TEAMS), row('of one post', TEAMS, (each) => wholeDollars(counted, each) / each.posts)],
    ),
    `Each post is published on X; LinkedIn, Bluesky and Instagram charge nothing. A post with a link costs ${money(X_LINK_PRICE_USD)} on X ` +
      `in place of ${X_PRICE_USD}. An image has ${ASSUMPTIONS.imageMb} MB and a video ${ASSUMPTIONS.videoMb} MB; files that a post uses are kept, so the line of ` +
      'storage is added again each month until they are deleted. Requests are in [a million requests](#a-million-requests).',
    pollsAndRefreshes(counted),
    `Paid once, when the stage is created: warm throughput, ${facts.warmWriteUnits.toLocaleString('en-US')} write units a second of the table and its ` +
      `indexes beyond those of a new table, about ${money(warm)} dollars. This price is believed, not confirmed: look it up before the first deployment, or set \`warmWriteUnitsPerSecond\` to null.`,
  );
}

/** Render the bills of products whose customers are workspaces: of AWS, and of X apart. */
export function productBills(counted: MeasuredUsage): string {
  const { accounts, posts, requests } = EACH_CUSTOMER;
  const everyMinutes = minutesBetweenPolls(counted);
  const share = (value: number) => `${Math.round(100 * value)} %`;
  return section(
    'Products with customers',
    `A month of a [product](build.md), as above. Each customer has ${accounts} accounts, one of them on X, and ${posts} posts: on ${MIXED.targets} platforms, ` +
      `${share(MIXED.imageShare)} with an image, ${share(MIXED.videoShare)} with a video. One endpoint of the stage receives every event, and the stage [counts usage](build.md#7-bill-it).`,
    table(
      ['', ...PRODUCTS.map(({ name, posts: all }) => `${name}: ${all.toLocaleString('en-US')} posts`)],
      [
        ...rowsOf(counted, PRODUCTS),
        row('of one customer: AWS', PRODUCTS, (each) => awsDollars(counted, each) / each.customers),
        row('of one customer: X', PRODUCTS, (each) => dollarsOfX(each) / each.customers),
      ],
    ),
    `Each customer reads ${requests.toLocaleString('en-US')} times: ${mixOfRequests()}, each the first request of its function instance in a minute.`,
    `${describePolls(PRODUCTS.at(-1)!, everyMinutes)} Counting costs at most ${describeCounting(counted)}: ` +
      'a day is summed once in each hour with changes, and the bills have the changes of an item in hours of their own.',
  );
}

/** The rows of a table of bills that all have: the lines of AWS, its sum, what X charges, and both. */
function rowsOf(counted: MeasuredUsage, workloads: readonly Workload[]): string[][] {
  const items = workloads.map((workload) => awsLineItems(counted, workload));
  const dollars = items.map((lines) => lines.map(({ amounts }) => dollarsOf(amounts)));
  const strong = (name: string, of: (workload: Workload) => number) =>
    row(name, workloads, of).map((cell) => `**${cell}**`);
  return [
    ...items[0]!
      .map(({ what }, index) => ({ what, each: dollars.map((lines) => lines[index]!) }))
      .filter(({ each }) => each.some((value) => value > 0))
      .map(({ what, each }) => [what, ...each.map(money)]),
    row('an idle month', workloads, () => idleMonthDollars(counted, 'production').list),
    strong('AWS, above the free tier', (each) => awsDollars(counted, each)),
    row('X: publishing', workloads, (each) => chargesOfX(each).publishing),
    row(`X: reading metrics on ${READS_ON_X} days of a post`, workloads, (each) => chargesOfX(each).reading),
    strong('AWS and X', (each) => wholeDollars(counted, each)),
  ];
}

function row(name: string, workloads: readonly Workload[], of: (workload: Workload) => number): string[] {
  return [name, ...workloads.map((workload) => money(of(workload)))];
}

function dollarsOfX(workload: Workload): number {
  const { publishing, reading } = chargesOfX(workload);
  return publishing + reading;
}

function wholeDollars(counted: MeasuredUsage, workload: Workload): number {
  return awsDollars(counted, workload) + dollarsOfX(workload);
}

/** Describe what it costs to count posts on X, in dollars, rounded up to tenths of a cent. */
export function describeCounting(counted: MeasuredUsage): string {
  const work = countedWork(counted, COUNTED_POSTS);
  const dollars = Math.ceil(1_000 * dollarsOf(countingOf(counted, work))) / 1_000;
  const { items, deliveries, readings } = work;
  return (
    `$${dollars.toFixed(3)} for ${items.toLocaleString('en-US')} posts on X ` +
    `with ${deliveries / items} deliveries and ${readings / items} reads of metrics each`
  );
}

/** Describe how often the metrics of a post are read on platforms that charge nothing. */
function describePolls(workload: Workload, everyMinutes: number): string {
  const { polls, requests } = freePolls(workload, everyMinutes);
  return `A post of ${workload.name} has ${number(polls, 0)} polls on the other platforms, in ${number(requests, 0)} requests with the other posts of its account.`;
}

/** Describe how often metrics are read and tokens are refreshed, in the bills of both tables. */
function pollsAndRefreshes(counted: MeasuredUsage): string {
  const everyMinutes = minutesBetweenPolls(counted);
  const frequent = { everyMinutes, schedule: 'frequent' } as const;
  const { onX, onOthers } = tokenRefreshes();
  const { metricChanges, metricHalfLifeHours } = ASSUMPTIONS;
  return (
    `Metric polls are those of a post's whole life, with the default schedules, ${READS_ON_X} on X, each alone in its run. The model lets the metrics of a post change ` +
    `${metricChanges} times at random, half of them within ${metricHalfLifeHours} hours, half of the others within the next ${metricHalfLifeHours}. ` +
    `${describePolls(TEAMS.at(-1)!, everyMinutes)} One that never changes has ${leastPollsPer(frequent)}, and one that ` +
    `changes with each poll at most ${mostPollsPer(frequent)}. ` +
    `A token is refreshed ${number(onX, 0)} times a month on X, and ${number(onOthers, 0)} times elsewhere, on average.`
  );
}

function describe({ name, posts, targets, imageShare, videoShare }: Workload): string {
  const share = (value: number, of: string) => (value === 0 ? [] : [`${Math.round(100 * value)} % with ${of}`]);
  const platforms = targets === 1 ? '1 platform' : `${targets} platforms each`;
  return `${name}: ${[`${posts.toLocaleString('en-US')} posts`, platforms, ...share(imageShare, 'an image'), ...share(videoShare, 'a video')].join(', ')}`;
}
