import type { Heartbeat } from '../domain/heartbeat.ts';
import type { Write } from './commit.ts';
import { toItem } from './schema.ts';

/** Build the write of a heartbeat, which replaces the previous one. */
export function heartbeatWrite(heartbeat: Heartbeat): Write {
  return { put: toItem('Heartbeat', heartbeat), condition: 'any' };
}
