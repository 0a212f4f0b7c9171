import { pagesOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/hooks.ts';
import { loadAllPages } from '../api/pages.ts';
import type { Template } from './template-texts.ts';

/** The templates of the workspace, at most 500. */
export function useTemplates(): Query<Template[]> {
  return useQuery('templates', loadTemplates, { isShared: true });
}

function loadTemplates(): Promise<Template[]> {
  return loadAllPages(pagesOf('/templates', 'templates', { limit: 100 }));
}
