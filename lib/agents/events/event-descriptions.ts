import { WORKSPACE_EVENT_KINDS } from '../../webhooks/events/event-permissions.ts';
import { EVENTS } from '../../webhooks/events/events.ts';
import { eventDataSchema } from '../../webhooks/events/payload-schemas.ts';
import { toJsonSchema } from '../tools/json-schema.ts';
import { markUntrustedSchema } from './untrusted-schema.ts';

/** No kind has arguments yet. */
const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Describe every event kind of a workspace as `events/list` of the MCP server does. A file, because the schemas of the payloads
 * would double the bundle of its function.
 */
export function eventDescriptions() {
  return WORKSPACE_EVENT_KINDS.map((name) => ({
    name,
    description: EVENTS[name].description,
    delivery: ['webhook'],
    inputSchema: NO_ARGUMENTS,
    payloadSchema: markUntrustedSchema(toJsonSchema(eventDataSchema(name))),
  }));
}

/** An event kind as a client of MCP Events reads it. */
export type EventDescription = ReturnType<typeof eventDescriptions>[number];
