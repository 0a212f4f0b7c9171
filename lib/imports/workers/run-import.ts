import type { StepJob } from '../../core/queue/step-job.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { endPhase, type Import, isBeyondLimits } from '../rules/import.ts';
import { importWrites, loadImport } from '../store/imports.ts';
import { checkNextRows } from './check-import.ts';
import { runNextRows } from './run-rows.ts';
import { undoNextRows } from './undo-rows.ts';

const STEPS = { checking: checkNextRows, running: runNextRows, undoing: undoNextRows };

/** A step of an import: check, create or remove its next rows. */
export const importJob: StepJob<Import> = {
  load: loadImport,
  run: async (job, nowMs) => {
    const { status, position, row_count } = job;
    if (isBeyondLimits(job, nowMs)) {
      const problem = { code: 'timed_out', detail: 'The import has not ended within a day.' };
      await tryCommit(importWrites(job, endPhase(job, 'failed', { problem }, nowMs)));
    } else {
      await STEPS[status as keyof typeof STEPS](job, nowMs);
    }
    return { status, position, row_count };
  },
};
