import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { PAGING, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { newQueue, type WeeklySlot } from './rules/queue.ts';
import { newQueueWrites } from './store/queues.ts';

const SLOTS: WeeklySlot[] = [
  { weekday: 'monday', time: '09:00' },
  { weekday: 'thursday', time: '17:30' },
];

export const samples = defineSamples({
  path: '/v1/queues/{id}',
  make: async ({ create, unique }) => ({ id: await create('/queues', { name: `Queue ${unique()}`, slots: SLOTS }) }),
  // One to be read and changed, and one to be deleted, without posts.
  ids: [sampleId('queue', 0), sampleId('queue', 1)],
  store: ({ workspace_id: workspaceId, nowMs }, ids) =>
    ids.flatMap((id, index) => {
      const settings = {
        name: ['default', 'old'][index] ?? id,
        accounts: [],
        slots: SLOTS,
        time_zone: 'Europe/Berlin',
      };
      return newQueueWrites(newQueue(settings, { id, workspaceId }, nowMs));
    }),
});

// The names of time zones, the times of a day, and slots that are the same with their defaults.
const QUEUE_SETTINGS = [
  /^\/(slots\/[0-9]+\/)?time_zone: Must be the name of an IANA/,
  /^\/accounts\/[0-9]+: No account/,
];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /queues': PAGING,
  'POST /queues': [...VISIBLE_TEXT, ...QUEUE_SETTINGS],
  'PUT /queues/{id}': [...VISIBLE_TEXT, ...QUEUE_SETTINGS],
};
