import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Report likes, comments and other engagement that the platforms do not provide.',
  group: ['Analytics', 2],
  schemaNames: {
    EngagementsForm: 'EngagementBatch',
    EngagementsResponse: 'EngagementResults',
    'EngagementResults.results[]': 'EngagementResult',
    'EngagementResults.results[].error': 'EngagementError',
    'EngagementResults.results[].status': 'EngagementResultStatus',
  },
});
