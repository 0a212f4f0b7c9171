import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Queues with weekly posting slots. A post takes the next free slot.',
  group: ['Planning', 1],
  path: {
    id: ['The id of the queue.', 'que_01K00000000000000000000000'],
  },
  query: {
    'list-slots.days': [
      'How many days from now the list covers, 1 to 90. The default is 28.',
      28,
      { maximum: 90, default: 28 },
    ],
  },
  schemaNames: {
    'Queue.slots[]': 'QueueWeeklySlot',
    'QueueCreate.slots[]': 'WeeklySlot',
    'QueuePausedEvent.data': 'QueueData',
    'SlotList.slots[]': 'QueueSlotEntry',
    'SlotList.slots[].content': 'QueuedItem',
  },
});
