import { insert } from '../../core/table/insert.ts';
import { toItem } from '../../core/table/schema.ts';
import { LIMIT_RETENTION_MS } from '../../identity/store/limit-counters.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { limitNoticeEntity } from '../entities/limit-notices.ts';
import { type LimitCounter, noticeOf } from '../rules/limit-notices.ts';

/** Note that a workspace has reached a part of a limit. A repetition changes nothing, in any order of the records. */
export async function noteLimit(before: LimitCounter | null, after: LimitCounter | null, nowMs: number): Promise<void> {
  const notice = after && noticeOf(before, after, nowMs);
  // An erasure deletes the workspace first. It would miss a notice of a change that the stream delivers late.
  if (!notice || !(await loadWorkspace(notice.workspace_id))) return;
  await insert(toItem(limitNoticeEntity, notice, {}, nowMs + LIMIT_RETENTION_MS));
}
