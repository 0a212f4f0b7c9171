import { RETRY_POLICIES } from '../retry/back-off.ts';
import { ConflictError, retryOnConflict } from '../retry/conflict.ts';
import { commit, type Write } from '../table/commit.ts';

interface Job {
  workspace_id: string;
  id: string;
  version: number;
}

/** The next transaction of a step. Its writes have that of the job, on the condition of its version. */
export interface StepTransaction<T> {
  /** The job after the transaction; null when the transaction deletes it. */
  after: T | null;
  writes: Write[];
}

/**
 * Commit the next transaction of a step. After a conflict with another item, `build` runs again (`isRepeat`), as long as the
 * job has its version. Returns the job after the transaction, with its next version, or null when it is deleted or when
 * another change of it came first: the step of that change continues. Throws `ConflictError` when the other item does not
 * come to rest.
 */
export async function commitStep<T extends Job>(
  job: T,
  load: (workspaceId: string, id: string) => Promise<T | null>,
  build: (isRepeat: boolean) => Promise<StepTransaction<T>>,
): Promise<T | null> {
  const isCurrent = async () => (await load(job.workspace_id, job.id))?.version === job.version;
  try {
    return await retryOnConflict(RETRY_POLICIES.scheduleEntry, async (attempt) => {
      const isRepeat = attempt > 1;
      if (isRepeat && !(await isCurrent())) return null;
      const { after, writes } = await build(isRepeat);
      await commit(writes);
      return after && { ...after, version: job.version + 1 };
    });
  } catch (error) {
    if (error instanceof ConflictError && !(await isCurrent())) return null;
    throw error;
  }
}
