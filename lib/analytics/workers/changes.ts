import { scheduleEntryEntity } from '../../content/entities/schedule-entries.ts';
import { onBatch, onChange } from '../../core/stream/on-change.ts';
import { inboundBatchEntity } from '../entities/engagements.ts';
import { isPublication } from './published-entries.ts';
import { onInboundBatchChanged } from './record-inbound-batch.ts';
import { onEntriesPublished, onPartsConfirmed } from './track-published-post.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(scheduleEntryEntity, onPartsConfirmed),
  onChange(inboundBatchEntity, onInboundBatchChanged),
  onBatch(scheduleEntryEntity, onEntriesPublished, { includes: isPublication, isAlsoSingle: () => true }),
];
