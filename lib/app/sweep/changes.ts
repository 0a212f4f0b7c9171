import { onChange } from '../../core/stream/on-change.ts';
import { heartbeatEntity } from './entities.ts';
import { onHeartbeat } from './heartbeat.ts';

/** What follows from changes of the table. */
export const changes = [onChange(heartbeatEntity, onHeartbeat)];
