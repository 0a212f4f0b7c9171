import { type Share, spreadStarts } from '../../core/fairness/spread-starts.ts';
import { takeTurns } from '../../core/fairness/take-turns.ts';

/** The posts of a workspace in one turn: a run queues the first turn of each workspace before the second of any. */
const POSTS_PER_TURN = 1_000;

/** The longest poll of an account whose server does not respond: refresh of the token, metrics, engagements. */
const LONGEST_POLL_MS = 35_000;
const MAX_PER_WORKSPACE = 5;
const MAX_PER_SERVER = 10;
/** SQS delays a message by at most 15 minutes. */
const MAX_DELAY_MS = 14 * 60_000;

/** Divide due posts, oldest first, into turns: workspaces take turns, each with its oldest posts, which stay together. */
export function pollTurns<T extends { pk: string }>(due: readonly T[]): T[][] {
  const turns = [...Map.groupBy(due, ({ pk }) => pk).values()].flatMap((posts) =>
    Array.from({ length: Math.ceil(posts.length / POSTS_PER_TURN) }, (_, turn) =>
      posts.slice(turn * POSTS_PER_TURN, (turn + 1) * POSTS_PER_TURN),
    ),
  );
  return takeTurns(turns, ([first]) => first!.pk);
}

/** A poll whose requests go to a server that the workspace has chosen. */
interface ChosenServerPoll {
  workspace_id: string;
  server: string;
}

/**
 * Plan polls whose servers the workspaces have chosen: each with its start in milliseconds from now, so that few of one
 * workspace or server are in progress at the same time, even if none of them responds. Workspaces take turns. Leaves out
 * those without time before the next run, `everyMinutes` later.
 */
export function planChosenServerPolls<T extends ChosenServerPoll>(
  polls: readonly T[],
  everyMinutes: number,
): (T & { startMs: number })[] {
  const inTurn = takeTurns(polls, ({ workspace_id }) => workspace_id);
  const endMs = Math.min(everyMinutes * 60_000, MAX_DELAY_MS);
  const startsMs = spreadStarts(inTurn, pollShares, LONGEST_POLL_MS);
  return inTurn.map((poll, index) => ({ ...poll, startMs: startsMs[index]! })).filter(({ startMs }) => startMs < endMs);
}

function pollShares({ workspace_id, server }: ChosenServerPoll): Share[] {
  return [
    { key: workspace_id, most: MAX_PER_WORKSPACE },
    { key: server, most: MAX_PER_SERVER },
  ];
}
