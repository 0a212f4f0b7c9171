import type { Write } from '../../core/table/commit.ts';
import { toItem } from '../../core/table/schema.ts';
import { heartbeatEntity } from './entities.ts';
import type { Heartbeat } from './heartbeat-record.ts';

/** Build the write of a heartbeat, which replaces the previous one. */
export function heartbeatWrite(heartbeat: Heartbeat): Write {
  return { put: toItem(heartbeatEntity, heartbeat), condition: 'any' };
}
