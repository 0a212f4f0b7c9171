import { problemKinds } from '../../lib/api/problem-kinds.ts';
import { operation } from '../../lib/api/problems/list.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { pageHeaders, prefersJson } from '../../lib/http/pages/html.ts';
import { problemListPage } from '../../lib/http/pages/problem-page.ts';
import { docsUrl } from '../../lib/http/stage-origin.ts';

/** List all problem types: a page, or JSON for clients that prefer it. */
export const handler = defineEndpoint(operation, async ({ context }) => {
  const kinds = problemKinds();
  if (!prefersJson(context)) {
    return { status: 200, headers: pageHeaders(), body: problemListPage(kinds, docsUrl(context)) };
  }
  const problems = kinds.map(({ example: _, ...kind }) => kind);
  return { status: 200, headers: { vary: 'accept' }, body: { problems } };
});
