import { SAMPLE_AT } from '../../core/events/samples.ts';
import { type Event, eventPayload } from '../rules/event.ts';
import { EVENTS, type EventKind } from './events.ts';

/** Return an event of a kind as a test delivery sends it. Its data is the sample and belongs to no item. */
export function sampleEvent(type: EventKind, id: string, workspaceId: string, timestamp: string): Event {
  return { id, workspace_id: workspaceId, type, timestamp, data: EVENTS[type].sample };
}

/** Return the example payload of a kind, with ids that exist in no workspace. */
export function payloadSample(type: EventKind): Event {
  const [id, workspaceId] = ['evt_01K00000000000000000000000', 'ws_01K00000000000000000000000'];
  return eventPayload(sampleEvent(type, id, workspaceId, SAMPLE_AT));
}
