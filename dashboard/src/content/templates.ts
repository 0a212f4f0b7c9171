import { api, unwrap } from '../api/client.ts';
import { type Query, useQuery } from '../api/hooks.ts';
import { loadAllPages } from '../api/pages.ts';
import type { Template } from './template-texts.ts';

/** The templates of the workspace, at most 500. */
export function useTemplates(): Query<Template[]> {
  return useQuery('templates', loadTemplates, { isShared: true });
}

function loadTemplates(): Promise<Template[]> {
  return loadAllPages(async (cursor) => {
    const { templates, pagination } = await unwrap(
      api.GET('/templates', { params: { query: { limit: 100, cursor } } }),
    );
    return { items: templates, nextCursor: pagination.next_cursor };
  });
}
