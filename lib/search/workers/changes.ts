import { contentEntity } from '../../content/entities/contents.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { onContentSearched } from './content-changes.ts';

/** What follows from changes of the table. */
export const changes = [onChange(contentEntity, onContentSearched)];
