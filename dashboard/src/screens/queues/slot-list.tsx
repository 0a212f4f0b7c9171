import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { Halted } from '../../components/halted.tsx';
import { Table } from '../../components/table.tsx';
import { t } from '../../language/texts.ts';
import { dayName, slotsByDay } from './weekly-times.ts';

type ListedSlot = Schemas['SlotList']['slots'][number];

/** The free and the taken slots of a queue by day, on its clock. */
export function SlotList({ slots }: { slots: readonly ListedSlot[] }) {
  return (
    <Table
      class="listing slots"
      caption={t('queues.nextSlots')}
      columns={[t('queues.day'), t('words.time'), t('words.post')]}
    >
      {slotsByDay(slots).flatMap(({ day, slots: ofDay }) =>
        ofDay.map((slot, index) => (
          <tr key={slot.slot_at}>
            <td>{index === 0 && dayName(day)}</td>
            <td>
              <time dateTime={slot.slot_at}>{slot.local.slice(11)}</time>
            </td>
            <td class={slot.status}>
              <SlotPost slot={slot} />
            </td>
          </tr>
        )),
      )}
    </Table>
  );
}

function SlotPost({ slot: { content } }: { slot: ListedSlot }) {
  if (!content) return <span class="muted">{t('queues.free')}</span>;
  return (
    <>
      <Link href={`/posts/${content.id}`}>{content.title ?? t('words.post')}</Link>{' '}
      {content.halt && <Halted reason={content.halt.reason} />}
    </>
  );
}
