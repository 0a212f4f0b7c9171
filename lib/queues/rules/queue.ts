import { canonicalJson } from '../../core/values/canonical-json.ts';
import { formatInstant } from '../../core/values/timestamps.ts';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export const MAX_QUEUES = 20;
export const MAX_SLOTS = 100;
export const MAX_QUEUED_POSTS = 1000;

/** A weekly posting time on the clock of a zone; of the zone of its queue without one. */
export interface WeeklySlot {
  weekday: (typeof WEEKDAYS)[number];
  time: string;
  time_zone?: string | undefined;
}

/** A post in a slot. `is_behind`: its entries do not have the state of the queue yet, which a worker changes. */
export interface QueuedPost {
  content_id: string;
  slot_at: string;
  is_behind?: true;
}

/** A queue of a workspace, with the posts in its slots, earliest first. It decides which post has which slot. */
export interface Queue {
  id: string;
  workspace_id: string;
  name: string;
  accounts: string[];
  slots: WeeklySlot[];
  time_zone: string;
  paused: boolean;
  posts: QueuedPost[];
  created_at: string;
  updated_at: string;
  version: number;
}

type Settings = Pick<Queue, 'name' | 'accounts' | 'slots' | 'time_zone'>;

/** Create a queue without posts. */
export function newQueue(
  settings: Settings,
  { id, workspaceId }: { id: string; workspaceId: string },
  nowMs: number,
): Queue {
  const now = formatInstant(nowMs);
  return {
    id,
    workspace_id: workspaceId,
    ...settings,
    paused: false,
    posts: [],
    created_at: now,
    updated_at: now,
    version: 0,
  };
}

/** Return whether a worker has posts of a queue to change. */
export function hasPostsBehind({ posts }: Pick<Queue, 'posts'>): boolean {
  return posts.some(({ is_behind }) => is_behind);
}

/** Change the settings of a queue; absent ones stay. Returns the queue itself when nothing changes. */
export function editQueue(
  queue: Queue,
  changes: { [Name in keyof Settings]?: Settings[Name] | undefined },
  nowMs: number,
): Queue {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const isSame = ([name, value]: [string, unknown]) =>
    canonicalJson(value) === canonicalJson(queue[name as keyof Settings]);
  if (given.every(isSame)) return queue;
  return { ...queue, ...Object.fromEntries(given), updated_at: formatInstant(nowMs) };
}
