import { loadHaltRelease } from '../../lib/halts/store/halt-releases.ts';
import { loadHalt } from '../../lib/halts/store/halts.ts';
import { loadReleaseTimes } from '../../lib/halts/store/release-times.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Halt: async () => [await loadHalt(workspaceId, String(one('Halt').id)), one('Halt')],
  HaltRelease: async () => [await loadHaltRelease(workspaceId, String(one('HaltRelease').id)), one('HaltRelease')],
  ReleaseTimes: async () => [await loadReleaseTimes(workspaceId), one('ReleaseTimes')],
};
