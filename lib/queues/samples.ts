import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { newQueue, type WeeklySlot } from './rules/queue.ts';
import { newQueueWrites } from './store/queues.ts';

const SLOTS: WeeklySlot[] = [
  { weekday: 'monday', time: '09:00' },
  { weekday: 'thursday', time: '17:30' },
];

export const samples = defineSamples({
  path: '/v1/queues/{id}',
  make: async ({ create, unique }) => ({ id: await create('/queues', { name: `Queue ${unique()}`, slots: SLOTS }) }),
  // One to be read and changed, and one to be deleted, without posts. Their number is not counted.
  ids: [sampleId('que', 0), sampleId('que', 1)],
  store: ({ workspace_id: workspaceId, nowMs }, ids) =>
    ids.flatMap((id, index) => {
      const settings = {
        name: ['default', 'old'][index] ?? id,
        accounts: [],
        slots: SLOTS,
        time_zone: 'Europe/Berlin',
      };
      return newQueueWrites(newQueue(settings, { id, workspaceId }, nowMs)).slice(0, 2);
    }),
});
