/**
 * Replaces `@smithy/core/event-streams` in the bundles. No operation of the services used here streams events,
 * and the SDK would bundle the encoder with everything it imports.
 */
export class EventStreamSerde {
  constructor() {
    throw new Error('Event streams are not part of the bundles.');
  }
}
