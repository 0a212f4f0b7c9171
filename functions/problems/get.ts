import { problemKinds } from '../../lib/api/problem-kinds.ts';
import { operation } from '../../lib/api/problems/get.ts';
import { ApiError } from '../../lib/domain/api-error.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { pageHeaders, prefersJson } from '../../lib/http/pages/html.ts';
import { problemPage } from '../../lib/http/pages/problem-page.ts';
import { docsUrl } from '../../lib/http/stage-origin.ts';

/** Describe one problem type, as a page, or as JSON for clients that prefer it. */
export const handler = defineEndpoint(operation, async ({ params, context }) => {
  const kind = problemKinds().find(({ code }) => code === params.code);
  if (!kind) throw new ApiError('not_found', 'No problem has this code. See /v1/problems for all codes.');
  if (prefersJson(context)) return { status: 200, headers: { vary: 'accept' }, body: kind };
  return { status: 200, headers: pageHeaders(), body: problemPage(kind, docsUrl(context)) };
});
