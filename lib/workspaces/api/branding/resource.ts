import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'How the pages and emails look that customers of a product see, by stage keys.',
  group: ['Workspace', 8],
  schemaNames: {
    BrandingResponse: 'Branding',
    'Branding.locale': 'BrandingLocale',
  },
});
