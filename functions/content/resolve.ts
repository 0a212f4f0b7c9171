import { isPlatform, postIdIn } from '../../lib/domain/platform.ts';
import { resolve } from '../../lib/domain/reconciliation.ts';
import { notFound } from '../../lib/domain/refusal.ts';
import { contentReply } from '../../lib/http/content-reply.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { requireMatch } from '../../lib/http/precondition.ts';
import { contentWrites, loadContent, writtenContent } from '../../lib/table/content.ts';
import { loadEntry } from '../../lib/table/entry.ts';

/** Settles, by a person's word, what became of a target whose outcome nobody knows. */
export const handler = endpoint('content.resolve', async ({ caller, params, body, nowMs, call }) => {
  const workspaceId = caller.workspace.id;
  const content = await found('content', params.id, (id) => loadContent(workspaceId, id));
  const target = isPlatform(params.platform) ? content.targets[params.platform] : undefined;
  const entry = target ? await loadEntry(workspaceId, target.schedule_id) : null;
  if (!entry) throw notFound();
  requireMatch(call, content);
  const before = { content, entries: [entry] };
  const { outcome, url = null } = body;
  const platformPostId = url === null ? null : postIdIn(entry.platform, url);
  const resolution = outcome === 'published' ? { outcome, platformPostId, url } : { outcome };
  const next = resolve(content, entry, resolution, nowMs);
  return {
    status: 200,
    ...contentReply(next ? writtenContent(before, next) : content),
    change: next ? contentWrites(before, next) : [],
  };
});
