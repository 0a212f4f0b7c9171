import { defineResource } from '../../../core/api/define-resource.ts';
import { SAMPLE_REVIEW_TOKEN } from './sample-token.ts';

export const resource = defineResource({
  description: 'Public review pages for content items.',
  group: ['Content', 6],
  query: {
    'show.token': ['The token in the `url` of the review link.', SAMPLE_REVIEW_TOKEN],
  },
});
