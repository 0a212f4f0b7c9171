import { scheduleEntryEntity } from '../../content/entities/schedule-entries.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { onEntryEnded } from './ended-use.ts';
import { onEntryChanged } from './entry-changes.ts';

/** What follows from changes of the table. */
export const changes = [onChange(scheduleEntryEntity, onEntryChanged, onEntryEnded)];
