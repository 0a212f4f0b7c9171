import { problemKinds } from '../../lib/contract/problem-kinds.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { pageHeaders, prefersJson } from '../../lib/http/html.ts';
import { problemPage } from '../../lib/http/problem-page.ts';

/** One kind of problem, where the `type` of a problem leads: a page, or JSON for who asks for it. */
export const handler = endpoint('problems.get', async ({ params, call }) => {
  const kind = problemKinds().find(({ code }) => code === params.code);
  if (!kind) throw new Refusal('not_found', 'There is no problem of this code; /v1/problems has them all.');
  if (prefersJson(call)) return { status: 200, headers: { vary: 'accept' }, body: kind };
  return { status: 200, headers: pageHeaders(), body: problemPage(kind) };
});
