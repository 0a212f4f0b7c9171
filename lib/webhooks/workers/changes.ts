import { engagementEntity } from '../../analytics/entities/engagements.ts';
import { onEngagementsCreated } from '../../analytics/workers/aggregate-engagements.ts';
import { queueStepsOf } from '../../core/queue/step-job.ts';
import { onBatch, onChange } from '../../core/stream/on-change.ts';
import { apiKeyEntity } from '../../identity/entities/api-keys.ts';
import { memberEntity } from '../../identity/entities/members.ts';
import { workspaceEntity } from '../../identity/entities/workspaces.ts';
import { deliveryEntity, recoveryEntity } from '../entities/deliveries.ts';
import { endpointEntity } from '../entities/endpoints.ts';
import { recoverySteps } from '../jobs.ts';
import { emitEngagementEvents } from './emit-events.ts';
import { onGrantorChanged } from './end-authorizations.ts';
import { onEndpointChanged, onWorkspaceChanged } from './endpoint-plan-sync.ts';
import { onDeliveryChanged } from './queue-deliveries.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(workspaceEntity, onWorkspaceChanged),
  onChange(memberEntity, onGrantorChanged),
  onChange(apiKeyEntity, onGrantorChanged),
  onChange(endpointEntity, onEndpointChanged),
  onChange(deliveryEntity, onDeliveryChanged),
  onChange(recoveryEntity, queueStepsOf(recoverySteps)),
  // Their events are of this feature, which analytics does not know.
  onBatch(engagementEntity, (engagements) => onEngagementsCreated(engagements, emitEngagementEvents)),
];
