import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Snippets, hashtag groups, signatures, account sets, saved mentions and default options.',
  group: ['Content', 4],
  path: {
    id: ['The id of the template.', 'tpl_01K00000000000000000000000'],
  },
  query: {
    'list.kind': ['Only return templates of this kind.', 'snippet'],
  },
  schemaNames: {
    'Template.kind': 'TemplateKind',
    'TemplateCreate.handles': 'MentionHandles',
    'TemplateCreate.platform_options': 'DefaultOptions',
    'TemplateCreate.platform_options.twitter': 'DefaultOverrides',
  },
});
