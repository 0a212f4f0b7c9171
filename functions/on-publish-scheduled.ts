import { isId } from '../lib/core/values/id.ts';
import { isPlatform } from '../lib/platforms/platform.ts';
import { queueScheduledPost, type ScheduledPost } from '../lib/publishing/workers/queue-scheduled-post.ts';

/** Queue a scheduled post for its exact time. Invoked by its schedule, a minute early. */
export async function handler(event: Partial<ScheduledPost> | null): Promise<void> {
  await queueScheduledPost(parseInput(event), Date.now());
}

function parseInput(input: Partial<ScheduledPost> | null): ScheduledPost {
  const { workspace_id, schedule_id, platform, due_at } = input ?? {};
  const isValid =
    isId('workspace', String(workspace_id)) &&
    isId('entry', String(schedule_id)) &&
    isPlatform(String(platform)) &&
    !Number.isNaN(Date.parse(String(due_at)));
  if (!isValid) throw new Error('The event is not the input of the schedule of a post.');
  return input as ScheduledPost;
}
