import { sandboxHeaders, sandboxPage, sandboxPageHeaders } from '../../lib/content/pages/sandbox-page.ts';
import { loadSandboxPost } from '../../lib/content/store/sandbox-posts.ts';
import { prefersJson } from '../../lib/core/http/html.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { pick } from '../../lib/core/values/pick.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/publishing/api/sandbox/get-post.ts';

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
