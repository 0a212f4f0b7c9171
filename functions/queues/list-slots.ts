import { haltMarkOfItem } from '../../lib/content/rules/schedule-entry.ts';
import { mayReadTitles } from '../../lib/content/rules/view/readable-texts.ts';
import { loadReferredContents } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { settingsAndItemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { operation } from '../../lib/queues/api/queues/list-slots.ts';
import { queueEntity } from '../../lib/queues/entities/queues.ts';
import { listSlots } from '../../lib/queues/rules/slot-list.ts';
import { loadQueue } from '../../lib/queues/store/queues.ts';

const prefetching = { ...operation, prefetch: settingsAndItemInPath('queue', queueEntity) };
const DEFAULT_DAYS = 28;

/** List the free and the taken slots of a queue. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const [queue, { halts }] = await Promise.all([
    loadOr404('queue', params.id, (id) => loadQueue(workspaceId, id)),
    loadWorkspaceSettings(workspaceId),
  ]);
  const slots = listSlots(queue, query.days ?? DEFAULT_DAYS, nowMs);
  const found = await loadReferredContents(
    workspaceId,
    slots.flatMap(({ content_id }) => content_id ?? []),
  );
  const contents = new Map(found.map((content) => [content.id, content]));
  const contentOf = (id: string) => {
    const { title = null, status = null, targets = {} } = contents.get(id) ?? {};
    const halt = haltMarkOfItem(halts, Object.values(targets));
    return { id, title: mayReadTitles(caller) ? title : null, status, halt };
  };
  return {
    status: 200,
    body: {
      queue_id: queue.id,
      slots: slots.map(({ content_id, ...slot }) => ({
        ...slot,
        content: content_id === null ? null : contentOf(content_id),
      })),
    },
  };
});
