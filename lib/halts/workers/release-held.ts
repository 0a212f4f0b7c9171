import { randomBytes } from 'node:crypto';
import type { ContentState } from '../../content/rules/content.ts';
import { requestsLeft } from '../../content/rules/post/thread.ts';
import { slotOf } from '../../content/rules/schedule/queue-slot.ts';
import { isHeld } from '../../content/rules/schedule/recurrence-hold.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { contentWrites, loadContent, loadReferredContents } from '../../content/store/contents.ts';
import {
  countAllUnfinished,
  entryWrite,
  listEntries,
  loadEntries,
  loadEntry,
} from '../../content/store/schedule-entries.ts';
import { commitStep, type StepTransaction } from '../../core/queue/commit-step.ts';
import type { StepJob } from '../../core/queue/step-job.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import { commit } from '../../core/table/commit.ts';
import { exactTotal } from '../../core/table/list-total.ts';
import { makeId } from '../../core/values/id.ts';
import { isLeftToAnother } from '../../identity/rules/active-halts.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadWorkspaceSettings, settingsWrite } from '../../identity/store/workspace-settings.ts';
import { endWithoutItem } from '../../publishing/rules/publish-transitions.ts';
import { holdInPausedQueue } from '../../queues/steps/hold-post.ts';
import { removeHalt } from '../rules/halt.ts';
import {
  type HaltRelease,
  type Next,
  type PlannedEntry,
  passEnd,
  planEntries,
  recordReleaseStep,
  scopeFilter,
  startRelease,
} from '../rules/halt-release.ts';
import { isToBeReleased, releaseEntry } from '../rules/released-entry.ts';
import { haltReleaseWrite, loadHaltRelease } from '../store/halt-releases.ts';
import { loadReleaseTimes, releaseTimesWrite } from '../store/release-times.ts';

const STEP_SIZE = 100;
const CONCURRENCY = 20;

/**
 * A step of the release of a halt: release the entries that the step before has planned, then plan the next ones, soonest
 * first. The plan is saved with the progress: a repeated step releases the same entries at the same times, and finds them
 * released.
 */
export const haltReleaseJob: StepJob<HaltRelease> = {
  load: loadHaltRelease,
  run: async (release, nowMs) => {
    const { workspace_id, planned } = release;
    const settings = await loadWorkspaceSettings(workspace_id);
    await releasePlanned(release, nowMs);
    const found = await findNext(release, settings, nowMs);
    const next = await commitStep(release, loadHaltRelease, async (isRepeat) => {
      const current = isRepeat ? await loadWorkspaceSettings(workspace_id) : settings;
      return stepOf(release, found, current, nowMs);
    });
    return { status: (next ?? release).status, entries: planned.length };
  },
};

/** What a step has found: the number of entries, or those that are next. */
type Found = { count: number } | { entries: Next[]; cursor: string | null };

/** Count the entries of a release, or list the next ones. */
async function findNext(release: HaltRelease, settings: WorkspaceSettings, nowMs: number): Promise<Found> {
  const { workspace_id, status, cursor } = release;
  const filter = { ...scopeFilter(release.scope), to: passEnd(release, nowMs) };
  if (status === 'counting') return { count: await countAllUnfinished(workspace_id, filter) };
  if (release.is_listed) return { entries: [], cursor: null };
  const request = { limit: STEP_SIZE, skip: 0, after: cursor, total: exactTotal(0) };
  const found = await listEntries(workspace_id, filter, request);
  const keys = found.records.map(({ id }) => ({ workspaceId: workspace_id, id }));
  const loaded = new Map(readableRecords('ScheduleEntry', await loadEntries(keys)).map((entry) => [entry.id, entry]));
  const entries = keys.flatMap(({ id }): ScheduleEntry[] => {
    const entry = loaded.get(id);
    if (!entry || !isToBeReleased(entry, release)) return [];
    return isLeftToAnother(settings.halts, entry, release) ? [] : [entry];
  });
  return { entries: await withRequests(workspace_id, entries), cursor: found.next };
}

/** Add how many posts of its account each entry is. One whose item does not exist is never sent. */
async function withRequests(workspaceId: string, entries: ScheduleEntry[]): Promise<Next[]> {
  const contents = await loadReferredContents(
    workspaceId,
    entries.map(({ content_id }) => content_id),
  );
  const contentOf = new Map(contents.map((content) => [content.id, content]));
  return entries.map((entry) => {
    const content = contentOf.get(entry.content_id);
    return { ...entry, requests: content ? requestsLeft(content, entry) : 1 };
  });
}

/** Build the writes of a step. Another release that plans at the same time is a conflict of the planned times. */
async function stepOf(
  release: HaltRelease,
  found: Found,
  settings: WorkspaceSettings,
  nowMs: number,
): Promise<StepTransaction<HaltRelease>> {
  if ('count' in found) {
    const next = recordReleaseStep(startRelease(release, found.count), nowMs);
    return { after: next, writes: [haltReleaseWrite(release, next)] };
  }
  const { entries, cursor } = found;
  const before = entries.length > 0 ? await loadReleaseTimes(release.workspace_id) : null;
  const plan = planEntries(release, entries, cursor, before?.accounts ?? {}, nowMs);
  const next = recordReleaseStep(plan.release, Date.now());
  const writes = [haltReleaseWrite(release, next)];
  if (plan.release.planned.some(({ at }) => at !== null)) {
    writes.push(releaseTimesWrite(release.workspace_id, before, plan.times));
  }
  const isHaltOver = next.status === 'waiting' || next.status === 'finished';
  if (isHaltOver && settings.halts?.some(({ id }) => id === release.id)) {
    writes.push(settingsWrite(settings, removeHalt(settings, release.id)));
  }
  return { after: next, writes };
}

function releasePlanned(release: HaltRelease, nowMs: number): Promise<void> {
  return settleInParts(release.planned, CONCURRENCY, (planned) => releaseOne(release, planned, nowMs));
}

async function releaseOne(release: HaltRelease, planned: PlannedEntry, nowMs: number): Promise<void> {
  const { workspace_id, id } = release;
  await retryOnConflict(RETRY_POLICIES.scheduleEntry, async () => {
    const entry = await loadEntry(workspace_id, planned.id);
    if (!entry || !isToBeReleased(entry, release)) return;
    const content = await loadContent(workspace_id, entry.content_id);
    if (!content) return commit([entryWrite(entry, endWithoutItem(entry, nowMs))]);
    // Its queue or its recurrence is paused, and decides about it when it resumes.
    if (isHeld(content, entry)) return;
    // A retry after the slot is not in the queue any more.
    const isQueued = slotOf(content, entry) !== null && entry.attempts === 0;
    if (isQueued && (await holdInPausedQueue(content, nowMs))) return;
    const before: ContentState = { content, entries: [entry] };
    const halt = { id, groupId: makeId('group', nowMs, randomBytes(10)) };
    await commit(contentWrites(before, releaseEntry(content, entry, planned, halt, nowMs)));
  });
}
