import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { isHeld } from '../../identity/rules/active-halts.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { HELD } from '../rules/attempt-outcome.ts';
import { areHaltsKnown } from '../rules/halt-check.ts';

/** The settings of a workspace, with its halts, and when they were read. */
type ReadSettings = { settings?: WorkspaceSettings; haltsReadMs?: number };

/**
 * Create the last check before a request that posts: it returns the outcome of an entry that a halt stops, and null
 * otherwise. It reads the halts only when those that the worker knows are too old.
 */
export function createHaltCheck({ entry, ...read }: ReadSettings & { entry: ScheduleEntry }) {
  let known: ReadSettings = read;
  return async (): Promise<typeof HELD | null> => {
    while (!areHaltsKnown(known, Date.now())) {
      const haltsReadMs = Date.now();
      known = { settings: await loadWorkspaceSettings(entry.workspace_id), haltsReadMs };
    }
    return isHeld(known.settings?.halts, entry) ? HELD : null;
  };
}
