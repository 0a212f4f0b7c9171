import { operation } from '../../lib/api/sandbox/get-post.ts';
import { pick } from '../../lib/domain/pick.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { prefersJson } from '../../lib/http/pages/html.ts';
import { sandboxHeaders, sandboxPage, sandboxPageHeaders } from '../../lib/http/pages/sandbox-page.ts';
import { loadSandboxPost } from '../../lib/table/sandbox-posts.ts';

/** Show one post of a sandbox account, as a page, or as JSON for clients that prefer it. */
export const handler = defineEndpoint(operation, async ({ params, nowMs, context }) => {
  const post = await loadOr404('sandboxPost', params.id, (id) => loadSandboxPost(id, nowMs));
  if (prefersJson(context)) {
    const body = {
      ...pick(post, 'id', 'platform', 'text', 'media', 'created_at'),
      reply_to: post.reply_to ?? null,
      sandbox: true,
    };
    return { status: 200, headers: { vary: 'accept', ...sandboxHeaders() }, body };
  }
  return { status: 200, headers: sandboxPageHeaders(), body: sandboxPage(post) };
});
