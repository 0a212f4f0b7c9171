import { operation } from '../../lib/app/api/problems/get.ts';
import { problemKinds } from '../../lib/app/problems/problem-kinds.ts';
import { problemPage } from '../../lib/app/problems/problem-page.ts';
import { pageHeaders, prefersJson } from '../../lib/core/http/html.ts';
import { notFound } from '../../lib/core/problems/problems.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { docsUrl } from '../../lib/identity/pipeline/stage-origin.ts';

/** Describe one problem type, as a page, or as JSON for clients that prefer it. */
export const handler = defineEndpoint(operation, async ({ params, context }) => {
  const kind = problemKinds().find(({ code }) => code === params.code);
  if (!kind) throw notFound('No problem has this code. See /v1/problems for all codes.');
  if (prefersJson(context)) return { status: 200, headers: { vary: 'accept' }, body: kind };
  return { status: 200, headers: pageHeaders(), body: problemPage(kind, docsUrl(context)) };
});
