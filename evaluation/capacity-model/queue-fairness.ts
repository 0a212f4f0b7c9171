import type { Account } from '../../lib/accounts/rules/account.ts';
import { refreshOrder, refreshShares } from '../../lib/accounts/workers/refresh-tokens.ts';
import { planChosenServerPolls } from '../../lib/analytics/rules/poll-plan.ts';
import { runInShares } from '../../lib/core/fairness/run-in-shares.ts';
import { deferralSeconds } from '../../lib/core/retry/back-off.ts';
import { MAX_INSPECTIONS_PER_WORKSPACE } from '../../lib/media/workers/inspect-in-turn.ts';
import { SERVICE_LIMITS } from './assumptions.ts';
import { type FairQueue, type QueuedWork, simulateFairQueue } from './fair-queue-simulation.ts';
import { concurrentBatches } from './limits.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** How late the work of ten ordinary workspaces starts in seconds, alone and beside a hostile one. */
export interface Waits {
  alone: number[];
  besideHostile: number[];
}

/** One queue: what bounds the slots that one workspace can hold, and what the hostile one has in it. */
export interface QueueRow {
  queue: string;
  bound: string;
  hostile: string;
  measure: () => Promise<Waits> | Waits;
}

const ORDINARY = Array.from({ length: 10 }, (_, index) => `ordinary ${index}`);
const MANY = 10_000;
/** Of production; a test compares them with the template. */
export const SLOTS = {
  metricPoll: 50,
  media: 10,
  email: 2,
  refresh: 20,
} as const;

/** The batches of the stream that production processes at the same time. One of 100 engagements takes half a second. */
const STREAM = {
  lanes: concurrentBatches(SERVICE_LIMITS.warmWriteUnits, SERVICE_LIMITS.streamConcurrency),
  engagementsPerSecond: 200,
};

/** The rows of the table, in its order. */
export const QUEUE_ROWS: QueueRow[] = [
  {
    queue: 'metric polls',
    bound:
      'fair by workspace. Polls of a server that a workspace has chosen are spread over the run: at most 5 in progress per workspace and 10 per server. A worker leaves out a host that did not respond twice in a row for a minute',
    hostile: `${MANY.toLocaleString('en-US')} accounts, each on a silent server of its own, and as many on the platform's servers`,
    measure: measureMetricPolls,
  },
  {
    queue: 'token refreshes',
    bound:
      'a run has 20 slots: at most 2 per workspace, 2 per server of an account, 10 per platform. Workspaces take turns, and a run leaves out an endpoint that did not respond twice in a row',
    hostile: '1,000 due accounts, each with a silent token endpoint of its own',
    measure: measureRefreshes,
  },
  {
    queue: 'media',
    bound: `fair by workspace; at most ${MAX_INSPECTIONS_PER_WORKSPACE} of the 10 slots per workspace (a lease). Others are sent again with a delay`,
    hostile: `${MANY.toLocaleString('en-US')} files from a host that takes a minute for each`,
    measure: () => measureQueue(mediaQueue(), { seconds: 60 }, { seconds: 2, every: 60, count: 10 }),
  },
  {
    queue: 'emails',
    bound: 'fair by workspace, sign-in links by address. A message sends one email, so it holds its slot for 0.2 s',
    hostile: `${MANY.toLocaleString('en-US')} emails`,
    measure: () => measureQueue({ slots: SLOTS.email }, { seconds: 0.2 }, { seconds: 0.2, every: 30, count: 20 }),
  },
  {
    queue: 'imported engagements',
    bound: `one of the ${STREAM.lanes} batches that the stream worker processes at the same time: the changes of a workspace have one partition key. The changes of one workspace in ${STREAM.lanes} share that batch, and are up to ${MANY / STREAM.engagementsPerSecond} s late`,
    hostile: `${MANY.toLocaleString('en-US')} engagements at once`,
    measure: measureImports,
  },
];

function mediaQueue(): FairQueue {
  const delaySeconds = (deferrals: number) => deferralSeconds(deferrals, 0.5);
  return { slots: SLOTS.media, deferral: { most: MAX_INSPECTIONS_PER_WORKSPACE, handling: 0.05, delaySeconds } };
}

/** The hostile workspace has all its messages at once; each ordinary one has `count`, one `every` seconds. */
function measureQueue(
  queue: FairQueue,
  hostile: { seconds: number },
  { seconds, every, count }: { seconds: number; every: number; count: number },
): Waits {
  const ordinary = ORDINARY.flatMap((group, index) =>
    Array.from({ length: count }, (_, n) => ({ group, arrival: 1 + index / 3 + n * every, seconds })),
  );
  const flood = Array.from({ length: MANY }, () => ({ group: 'hostile', arrival: 0, seconds: hostile.seconds }));
  return compare(ordinary, flood, queue);
}

function compare(ordinary: QueuedWork[], hostile: QueuedWork[], queue: FairQueue): Waits {
  const isOrdinary = ({ group }: QueuedWork) => group !== 'hostile';
  return {
    alone: simulateFairQueue(ordinary, isOrdinary, queue),
    besideHostile: simulateFairQueue([...hostile, ...ordinary], isOrdinary, queue),
  };
}

/** The ordinary workspaces have twenty accounts each. The messages of a run arrive within ten seconds. */
function measureMetricPolls(): Waits {
  const ordinary = ORDINARY.flatMap((group, index) =>
    Array.from({ length: 20 }, (_, n) => ({ group, arrival: (index + n) / 3, seconds: 0.5 })),
  );
  const accounts = Array.from({ length: MANY }, (_, index) => ({ workspace_id: 'hostile', server: `host ${index}` }));
  const silent = planChosenServerPolls(accounts, 15).map(({ startMs }) => {
    return { group: 'hostile', arrival: startMs / 1000, seconds: 35 };
  });
  const fast = accounts.map(() => ({ group: 'hostile', arrival: 0, seconds: 0.5 }));
  return compare(ordinary, [...silent, ...fast], { slots: SLOTS.metricPoll });
}

/** Each ordinary workspace has a change per second for a minute. Its partition key is as often in each batch of the stream. */
function measureImports(): Waits {
  const backlogSeconds = MANY / STREAM.engagementsPerSecond;
  const waits = ORDINARY.flatMap(() =>
    Array.from({ length: STREAM.lanes }, (_, lane) =>
      Array.from({ length: 60 }, (_, second) => (lane === 0 ? Math.max(0, backlogSeconds - second) : 0)),
    ).flat(),
  );
  return { alone: waits.map(() => 0), besideHostile: waits };
}

/** Five due accounts of each ordinary workspace, whose refresh takes half a second, and which are due last. */
async function measureRefreshes(): Promise<Waits> {
  const account = (workspace_id: string, server: string, due: number): Account =>
    ({ workspace_id, server, platform: 'bluesky', token_expires_at: new Date(due).toISOString() }) as Account;
  const ordinary = ORDINARY.flatMap((workspace, index) =>
    Array.from({ length: 5 }, (_, n) => account(workspace, `https://own-${index}.example`, 10_000_000 + n)),
  );
  const hostile = Array.from({ length: 1_000 }, (_, index) => account('hostile', `https://s${index}.example`, index));
  return { alone: await refreshWaits(ordinary), besideHostile: await refreshWaits([...hostile, ...ordinary]) };
}

async function refreshWaits(accounts: Account[]): Promise<number[]> {
  const clock = createVirtualClock();
  const waits: number[] = [];
  const perform = async ({ workspace_id }: Account) => {
    const isSilent = workspace_id === 'hostile';
    if (!isSilent) waits.push(clock.nowMs() / 1000);
    await clock.sleep(isSilent ? 15_000 : 500);
    return isSilent;
  };
  const run = runInShares(refreshOrder(accounts), {
    concurrency: SLOTS.refresh,
    sharesOf: refreshShares,
    hostOf: ({ server }) => server!,
    perform,
    hasTime: () => clock.nowMs() < 240_000,
  });
  await clock.run(run);
  return waits;
}
