import { operation } from '../../lib/app/api/problems/list.ts';
import { problemKinds } from '../../lib/app/problems/problem-kinds.ts';
import { problemListPage } from '../../lib/app/problems/problem-page.ts';
import { pageHeaders, prefersJson } from '../../lib/core/http/html.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { docsUrl } from '../../lib/identity/pipeline/stage-origin.ts';

/** List all problem types: a page, or JSON for clients that prefer it. */
export const handler = defineEndpoint(operation, async ({ context }) => {
  const kinds = problemKinds();
  if (!prefersJson(context)) {
    return { status: 200, headers: pageHeaders(), body: problemListPage(kinds, docsUrl(context)) };
  }
  const problems = kinds.map(({ example: _, ...kind }) => kind);
  return { status: 200, headers: { vary: 'accept' }, body: { problems } };
});
