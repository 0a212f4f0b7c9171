import { readsPerPost } from '../../lib/accounts/rules/metrics-schedule.ts';
import { READ_PRICES_USD } from '../../lib/platforms/facts/platforms.ts';
import { money, section, table } from '../markdown/markdown.ts';
import { aboveFreeTier, type Bill, billableAmounts, mapBill, sumBills, toDollars, totalDollars } from './bill.ts';
import { idleMonthDollars, idleMonthLineItems } from './idle-month.ts';
import { metricPollsPer } from './metric-polls.ts';
import { ASSUMPTIONS } from './prices.ts';
import { addUsage, type MeasuredUsage, scaleUsage } from './usage.ts';

/** A month of posts. Shares are of the posts; `targets` is the number of platforms of a post, of which X is one. */
interface Workload {
  name: string;
  posts: number;
  targets: number;
  imageShare: number;
  videoShare: number;
}

const WORKLOADS: readonly Workload[] = [
  { name: 'one person', posts: 100, targets: 1, imageShare: 0, videoShare: 0 },
  { name: 'a team', posts: 1_000, targets: 1.5, imageShare: 1, videoShare: 0 },
  { name: 'an agency', posts: 100_000, targets: 1.5, imageShare: 0.7, videoShare: 0.1 },
];

/** One line of a worked bill: what AWS charges for. */
interface LineItem {
  what: string;
  amounts: Bill;
}

const PART_BYTES = 8 * 1024 * 1024;
const [LAMBDA_MEDIA_GB, X_PRICE_USD, X_LINK_PRICE_USD] = [2, 0.015, 0.2];

/** Render three bills of a month in production: of AWS and of X. The other platforms charge nothing. */
export function workedBills(counted: MeasuredUsage): string {
  const facts = counted.templates.production;
  const everyMinutes = Math.round(60 / facts.collectionsPerHour);
  // The default schedules on X and on the other platforms.
  const polls = { x: metricPollsPer(everyMinutes, 'days'), others: metricPollsPer(everyMinutes, 'frequent') };
  const days = readsPerPost('twitter');
  const pollsOf = ({ targets }: Workload) => polls.x + (targets - 1) * polls.others;
  const bills = WORKLOADS.map((workload) => billOf(counted, workload, pollsOf(workload)));
  const aws = bills.map((lines) => {
    const idle = idleMonthLineItems(counted, 'production').map(({ amounts }) => amounts);
    return totalDollars(toDollars(aboveFreeTier(sumBills(...idle, ...lines.map(({ amounts }) => amounts)))));
  });
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
    'Three worked bills',
    'A month in production, in dollars. The lines of AWS are at list prices; their sum is above the free tier, which pays for the first of it.',
    table(['', ...WORKLOADS.map(describe)], rows),
    `Each post is published on X; LinkedIn, Bluesky and Instagram charge nothing. A post with a link costs ${money(X_LINK_PRICE_USD)} on X ` +
      `in place of ${X_PRICE_USD}. Metrics are those of a post's whole life, ${polls.x} polls on X and ${polls.others} elsewhere, each alone in its run, which is an ` +
      `upper bound. An image has ${ASSUMPTIONS.imageMb} MB and a video ${ASSUMPTIONS.videoMb} MB; files that a post uses are kept, so the line of ` +
      'storage is added again each month until they are deleted. Reading in the dashboard and by API clients is in [a million requests](#a-million-requests).',
    `Paid once, when the stage is created: warm throughput, ${facts.warmWriteUnits.toLocaleString('en-US')} write units a second of the table and its ` +
      `indexes beyond those of a new table, about ${money(warm)} dollars. This price is believed, not confirmed: look it up before the first deployment, or set \`warmWriteUnitsPerSecond\` to null.`,
  );
}

function describe({ name, posts, targets, imageShare, videoShare }: Workload): string {
  const share = (value: number, of: string) => (value === 0 ? [] : [`${Math.round(100 * value)} % with ${of}`]);
  const platforms = targets === 1 ? '1 platform' : `${targets} platforms each`;
  return `${name}: ${[`${posts.toLocaleString('en-US')} posts`, platforms, ...share(imageShare, 'an image'), ...share(videoShare, 'a video')].join(', ')}`;
}

/** List what AWS charges for the posts of a month, besides the idle month. `polls` are those of one post. */
function billOf(counted: MeasuredUsage, workload: Workload, polls: number): LineItem[] {
  const { posts, targets, imageShare, videoShare } = workload;
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
      amounts: billableAmounts(scaleUsage(counted.reading, polls * posts), facts),
    },
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
