import { loadTemplatesNamed } from '../../lib/templates/store/named-templates.ts';
import { loadTemplate } from '../../lib/templates/store/templates.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Template: async () => [await loadTemplate(workspaceId, String(one('Template').id)), one('Template')],
  TemplateName: async () => [(await loadTemplatesNamed(workspaceId, ['LAUNCH']))[0], one('Template')],
};
