import * as z from 'zod/mini';
import { accounts } from '../../../content/api/content/target-accounts.ts';
import { labelSchema } from '../../../core/api/request-fields.ts';
import { isTimeZone } from '../../../core/values/time-zone.ts';
import { MAX_SLOTS, WEEKDAYS, type WeeklySlot } from '../../rules/queue.ts';

const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Must be the name of an IANA time zone.'));

// biome-ignore format: one field per line.
const slotFields = z.strictObject({
  weekday: z.enum(WEEKDAYS).check(z.meta({ description: 'The day of the week on the clock of the zone.', examples: ['monday'] })),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00.'), z.meta({ description: 'The time on the clock of the zone, `00:00` to `23:59`.', examples: ['09:00'] })),
  time_zone: z.optional(z.nullable(timeZone)).check(z.meta({ description: 'The IANA time zone of the slot. Default, also by null: that of the queue.', examples: ['Europe/Berlin'] })),
});

// Responses have null, which clients send back.
const slot = z.pipe(
  slotFields,
  z.transform(({ time_zone, ...rest }): WeeklySlot => ({ ...rest, ...(time_zone ? { time_zone } : {}) })),
);

// biome-ignore format: one field per line.
export const queueSettings = {
  name: labelSchema(100).check(z.meta({ description: 'The name of the queue, by which `queue` of other requests can name it. Unique in the workspace; upper and lower case are the same.', examples: ['default'] })),
  accounts: accounts.check(z.meta({ description: 'The accounts for which an item is queued that names neither platforms nor accounts.', examples: [['acc_01K00000000000000000000000']] })),
  slots: z.array(slot).check(
    z.minLength(1, 'Must contain at least one slot.'),
    z.maxLength(MAX_SLOTS),
    z.refine(areDifferent, 'Must not contain duplicates.'),
    z.meta({ uniqueItems: true, description: 'The weekly posting times.' }),
  ),
  time_zone: timeZone.check(z.meta({ description: 'The IANA time zone of the slots that name none.', examples: ['Europe/Berlin'] })),
};

function areDifferent(slots: WeeklySlot[]): boolean {
  return (
    new Set(slots.map(({ weekday, time, time_zone = '' }) => `${weekday} ${time} ${time_zone}`)).size === slots.length
  );
}
