import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'This documentation.',
  group: ['Documents', 2],
});
