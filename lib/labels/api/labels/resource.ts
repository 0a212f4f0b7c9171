import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Labels and campaigns of content items.',
  group: ['Content', 3],
  path: {
    id: ['The id of the label or campaign.', 'lbl_01K00000000000000000000000'],
  },
  schemaNames: {
    'Label.kind': 'LabelKind',
  },
});
