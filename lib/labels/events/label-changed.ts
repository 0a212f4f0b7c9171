import type { EventModule } from '../../core/events/event-module.ts';
import { deriveRecordChange } from '../../core/events/record-changes.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { labelEntity } from '../entities/labels.ts';
import { type Label, toLabelView } from '../rules/label.ts';
import type { LabelParts } from './schema-parts.ts';

/** `label.changed`. */
export const labelChanged = {
  description:
    'A label or a campaign was created with the first item that has it, renamed, or deleted. A new name is at once that of all items, which have no events of their own. `data` is the label.',
  schema: ({ z, change, LabelData }) => z.object({ ...LabelData.shape, change }).check(z.describe('The label.')),
  sample: {
    ...{ id: 'lbl_01K00000000000000000000000', kind: 'label', name: 'Product news' },
    ...{ created_at: SAMPLE_AT, change: 'updated' },
  },
  permission: 'content:read',
  source: labelEntity,
  on: 'change',
  derive: (before, after, changedAt) => deriveRecordChange({ before, after, changedAt }, toLabelView),
} satisfies EventModule<Label, LabelParts>;
