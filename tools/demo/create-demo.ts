import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { startLocalService } from '../local-stack/local-service.ts';
import { sendComments } from './audience.ts';
import { ACCOUNT_NAMES, type DemoPost, TEAM, TIME_ZONE } from './content.ts';
import { exportContent, importDrafts } from './files.ts';
import { createMembers } from './members.ts';
import {
  addLinkRule,
  giveAccess,
  haltAndResume,
  publishWithFaults,
  repeatPost,
  schedulePosts,
  submitPosts,
} from './open-work.ts';
import { type DemoPlan, planPosts } from './plan.ts';
import { PUBLISHED } from './posts.ts';
import { publish, uploadPictures } from './publishing.ts';
import { registerEndpoint, setReceiverDown } from './receiver.ts';
import type { DemoAccount, DemoRun } from './run.ts';
import { createTemplates } from './templates.ts';
import { createTimeline } from './timeline.ts';

const MINUTE_MS = 60_000;

/** The places of times in the plan: the launch begins, and the receiver of webhooks is down for two minutes. */
const FIRST_OF_LAUNCH = PUBLISHED.length - 3;
const OUTAGE = PUBLISHED.length - 2;

/**
 * Create the demo in a folder without data: start the service eight weeks ago, use it as the members do, and end it at
 * the present time. Moves the clock of this process, which must do nothing else.
 */
export async function createDemo({ folder, port }: { folder: string; port: number }): Promise<void> {
  const timeline = createTimeline();
  const nowMs = timeline.machineNow();
  const plan = planPosts(nowMs);
  timeline.goTo(plan.published[0]! - HOUR_MS);
  const service = await startLocalService({ port, folder, clock: timeline.clock, isFrugal: true, team: TEAM });
  try {
    const members = createMembers(service, folder);
    await (await members.as('ida'))('PUT', '/workspace', { time_zone: TIME_ZONE });
    const accounts = await nameAccounts(await members.as('ida'));
    const run: DemoRun = { service, ...members, goTo: timeline.goTo, accounts, pictures: new Map() };
    await publishPast(run, plan);
    await leaveOpenWork(run, plan, nowMs);
    timeline.goTo(timeline.machineNow());
    await pollMetrics(run);
  } finally {
    await service.stop();
  }
}

async function nameAccounts(api: Awaited<ReturnType<DemoRun['as']>>): Promise<DemoAccount[]> {
  const { accounts } = (await api('GET', '/accounts')) as { accounts: DemoAccount[] };
  await Promise.all(
    accounts.map(({ id, platform }) => api('PUT', `/accounts/${id}`, { name: ACCOUNT_NAMES[platform] })),
  );
  return accounts;
}

/** Publish the posts of the past at their times. What the audience has written is reported with the next posts. */
async function publishPast(run: DemoRun, { published }: DemoPlan): Promise<void> {
  let earlier: { post: DemoPost; id: string }[] = [];
  let endpointId = '';
  const report = () => Promise.all(earlier.map(({ post, id }) => sendComments(run, id, post.comments ?? [])));
  for (const [index, posts] of PUBLISHED.entries()) {
    run.goTo(published[index]!);
    if (index === FIRST_OF_LAUNCH) endpointId = await registerEndpoint(run);
    if (index === OUTAGE) await setReceiverDown(run, endpointId, true);
    await Promise.all([report(), uploadPictures(run, posts)]);
    earlier = await Promise.all(posts.map(async (post) => ({ post, id: await publish(run, post) })));
    await pollMetrics(run);
    if (index !== OUTAGE) continue;
    run.goTo(published[index]! + 2 * MINUTE_MS);
    await setReceiverDown(run, endpointId, false);
    await run.service.settle();
  }
  run.goTo(published.at(-1)! + 5 * MINUTE_MS);
  await report();
}

/** Leave what a member has to decide: a failed and an unconfirmed post, submitted posts, scheduled ones. */
async function leaveOpenWork(run: DemoRun, { scheduled }: DemoPlan, nowMs: number): Promise<void> {
  run.goTo(nowMs - 30 * MINUTE_MS);
  await haltAndResume(run);
  run.goTo(nowMs - 20 * MINUTE_MS);
  await publishWithFaults(run);
  run.goTo(nowMs - 10 * MINUTE_MS);
  await addLinkRule(run);
  await schedulePosts(run, scheduled);
  await repeatPost(run);
  await importDrafts(run);
  await exportContent(run);
  await submitPosts(run);
  await createTemplates(run);
  await giveAccess(run);
  await run.service.settle();
}

/** Poll the metrics that are due, as the job does that a schedule starts. */
async function pollMetrics({ service }: DemoRun): Promise<void> {
  await service.settle();
  await service.invoke('on-metric-polls-due', {});
  await service.settle();
}
