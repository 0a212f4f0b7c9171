import { problemKinds } from '../../lib/contract/problem-kinds.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { pageHeaders, prefersJson } from '../../lib/http/html.ts';
import { problemListPage } from '../../lib/http/problem-page.ts';

/** Every kind of problem: a page, or JSON for who asks for it. */
export const handler = endpoint('problems.list', async ({ call }) => {
  const kinds = problemKinds();
  if (!prefersJson(call)) return { status: 200, headers: pageHeaders(), body: problemListPage(kinds) };
  const problems = kinds.map(({ example: _, ...kind }) => kind);
  return { status: 200, headers: { vary: 'accept' }, body: { problems } };
});
