import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { startLocalService } from '../local-stack/local-service.ts';
import { BUSY_MACHINE_FACTOR } from '../local-stack/stack-options.ts';
import { connectApplication } from './application.ts';
import { sendComments } from './audience.ts';
import { accountNameOn, type DemoPost, TEAM, TIME_ZONE } from './content.ts';
import { createMembers } from './members.ts';
import { schedulePosts } from './open-work.ts';
import { type DemoPlan, planPosts } from './plan.ts';
import { PUBLISHED, SCHEDULED, SUBMITTED } from './posts.ts';
import { openProgress } from './progress.ts';
import { createItem, uploadPictures } from './publishing.ts';
import { registerEndpoint, setReceiverDown } from './receiver.ts';
import type { DemoAccount, DemoRun } from './run.ts';
import { createTimeline } from './timeline.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Where the demo is created, and what shows the lines about it. */
export interface DemoPlace {
  folder: string;
  port: number;
  log: (line: string) => void;
}

/** What the steps share whose time is in the past. */
interface PastRun extends DemoRun {
  /** Move the clock of the service to a time in epoch milliseconds. */
  goTo: (ms: number) => void;
}

/**
 * How long before its time a post is scheduled. The service starts the posts of the next two minutes by a queue; those
 * later by schedules, which do not run here.
 */
const SCHEDULED_BEFORE_MS = MINUTE_MS;

/** A post of the past, and the id of its item. */
interface Published {
  post: DemoPost;
  id: string;
}

/** The places of times in the plan: the launch begins, and the receiver of webhooks is down for two minutes. */
const FIRST_OF_LAUNCH = PUBLISHED.length - 3;
const OUTAGE = PUBLISHED.length - 2;

/**
 * Create what the first screens of the demo show, in a folder without data: start the service eight weeks ago, publish as the
 * members do, schedule posts, and end it at the present time. `completeDemo` creates the rest. Moves the clock of this
 * process, which must do nothing else.
 */
export async function createDemo({ folder, port, log }: DemoPlace): Promise<void> {
  const timeline = createTimeline();
  const nowMs = timeline.machineNow();
  const plan = planPosts(nowMs);
  timeline.goTo(plan.published[0]! - HOUR_MS);
  const progress = openProgress(folder);
  const service = await startLocalService({
    port,
    folder,
    clock: timeline.clock,
    isFrugal: true,
    timeoutFactor: BUSY_MACHINE_FACTOR,
    team: TEAM,
    sharesCode: true,
    log,
  });
  try {
    const members = createMembers(service, folder, progress);
    await (await members.as('ida'))('PUT', '/workspace', { time_zone: TIME_ZONE });
    const accounts = await nameAccounts(await members.as('ida'));
    const run: PastRun = { service, ...members, goTo: timeline.goTo, accounts, pictures: progress.pictures };
    await publishPast(run, plan, log);
    run.goTo(nowMs - 10 * MINUTE_MS);
    await planFuture(run, plan);
    timeline.goTo(timeline.machineNow());
    // The owner signs in for the application, which ends earlier sign-in links: later, that of the dashboard, which is printed.
    await Promise.all([pollMetrics(run), connectApplication(run)]);
    await service.settle();
    progress.save();
  } finally {
    await service.stop();
  }
}

async function nameAccounts(api: Awaited<ReturnType<DemoRun['as']>>): Promise<DemoAccount[]> {
  const { accounts } = (await api('GET', '/accounts')) as { accounts: DemoAccount[] };
  await Promise.all(
    accounts.map(({ id, platform }) => api('PUT', `/accounts/${id}`, { name: accountNameOn(platform) })),
  );
  return accounts;
}

/**
 * Publish the posts of the past at their times. What the audience has written since, and the metrics, come with the next
 * posts: the service does as much at once as it can.
 */
async function publishPast(run: PastRun, { published }: DemoPlan, log: DemoPlace['log']): Promise<void> {
  let earlier: Published[] = [];
  let endpointId = '';
  for (const [index, posts] of PUBLISHED.entries()) {
    const dueMs = published[index]!;
    run.goTo(dueMs - SCHEDULED_BEFORE_MS);
    if (index === FIRST_OF_LAUNCH) endpointId = await registerEndpoint(run);
    if (index === OUTAGE) await setReceiverDown(run, endpointId, true);
    const [planned] = await Promise.all([planPast(run, posts, dueMs), reportComments(run, earlier), pollMetrics(run)]);
    earlier = planned;
    await run.service.settle();
    // The delay of a message is in whole seconds.
    run.goTo(dueMs + SECOND_MS);
    await run.service.settle();
    log(`  publishing the posts of eight weeks: ${index + 1} of ${PUBLISHED.length}`);
    if (index !== OUTAGE) continue;
    run.goTo(dueMs + 2 * MINUTE_MS);
    await setReceiverDown(run, endpointId, false);
    await run.service.settle();
  }
  run.goTo(published.at(-1)! + 5 * MINUTE_MS);
  await reportComments(run, earlier);
}

/** Schedule posts whose time comes next. */
async function planPast(run: DemoRun, posts: readonly DemoPost[], dueMs: number): Promise<Published[]> {
  await uploadPictures(run, posts);
  return Promise.all(posts.map(async (post) => ({ post, id: await createItem(run, post, dueMs) })));
}

async function reportComments(run: DemoRun, published: readonly Published[]): Promise<void> {
  await Promise.all(published.map(({ post, id }) => sendComments(run, id, post.comments ?? [])));
}

/** Schedule the posts of the coming weeks. The pictures are those of all later posts, too. */
async function planFuture(run: DemoRun, { scheduled }: DemoPlan): Promise<void> {
  await uploadPictures(run, [...SCHEDULED, ...SUBMITTED.map(({ post }) => post)]);
  await schedulePosts(run, scheduled);
  await run.service.settle();
}

/** Begin to poll the metrics that are due, as the job does that a schedule starts. */
async function pollMetrics({ service }: DemoRun): Promise<void> {
  await service.invoke('on-metric-polls-due', {});
}
