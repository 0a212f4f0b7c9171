import * as z from 'zod/mini';

/** The fields of a request that queue an item. `lib/queues` gives them their meaning. */
// biome-ignore format: one field per line.
export const queueFields = {
  queue: z.string().check(z.minLength(1), z.maxLength(100), z.meta({ description: 'The id or the name of a queue. The item takes its next free slot. Cannot be combined with `scheduled_at`.', examples: ['default'] })),
  position: z.enum(['last', 'first']).check(z.meta({ description: '`last`: the next free slot. `first`: the next slot, whose post moves to the slot after it, and so on up to the first free slot. Requires `queue`.', examples: ['last'] })),
};

type Queued = { queue?: unknown; position?: unknown; scheduled_at?: unknown };

const namesQueue = ({ queue }: Queued) => queue !== undefined && queue !== null;
const hasOneTime = (request: Queued) => !namesQueue(request) || request.scheduled_at === undefined;
const hasQueueOfPosition = ({ queue, position }: Queued) => position === undefined || queue !== undefined;

/** Rejects `queue` with `scheduled_at`. */
export const oneTime = z.refine<Queued>(hasOneTime, {
  path: ['queue'],
  message: 'Must not be combined with scheduled_at.',
});

/** Rejects `position` without `queue`. */
export const positionOfQueue = z.refine<Queued>(hasQueueOfPosition, { path: ['position'], message: 'Requires queue.' });

/** What the second rule is in JSON Schema. The first one needs `not`, which linters read as a missing field. */
export const QUEUE_RULES = { dependentRequired: { position: ['queue'] } };
