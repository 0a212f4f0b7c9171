import { contentData } from '../../lib/domain/events.ts';
import { isPlatform, postIdIn } from '../../lib/domain/platform.ts';
import { resolve } from '../../lib/domain/reconciliation.ts';
import { notFound } from '../../lib/domain/refusal.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { contentWrites, loadContent } from '../../lib/table/content.ts';
import { loadEntry } from '../../lib/table/entry.ts';

/** Settles, by a person's word, what became of a target whose outcome nobody knows. */
export const handler = endpoint('content.resolve', async ({ caller, params, body, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const content = await found('content', params.id, (id) => loadContent(workspaceId, id));
  const target = isPlatform(params.platform) ? content.targets[params.platform] : undefined;
  const entry = target ? await loadEntry(workspaceId, target.schedule_id) : null;
  if (!entry) throw notFound();
  const { outcome, url = null } = body;
  const platformPostId = url === null ? null : postIdIn(entry.platform, url);
  const resolution = outcome === 'published' ? { outcome, platformPostId, url } : { outcome };
  const next = resolve(content, entry, resolution, nowMs);
  return {
    status: 200,
    body: contentData((next ?? { content }).content),
    change: next ? contentWrites({ content, entries: [entry] }, next) : [],
  };
});
