import { onChange } from '../../core/stream/on-change.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { noteLimit } from './note-limits.ts';

/** What follows from changes of the table. */
export const changes = [onChange(counterEntity, noteLimit)];
