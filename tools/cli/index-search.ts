import * as z from 'zod/mini';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import type { Content } from '../../lib/content/rules/content.ts';
import { loadPage } from '../../lib/core/table/page.ts';
import { partition } from '../../lib/core/table/schema.ts';
import { isId } from '../../lib/core/values/id.ts';
import { indexContent } from '../../lib/search/workers/index-content.ts';
import { parseArguments, parseOptions } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { ensureIndex, workspaceIds } from './stage-workspaces.ts';
import { useTarget } from './target.ts';

export const INDEX_USAGE = 'Usage: npm run workspace -- index-search [--workspace ws_…] [--stage <stage>]';

const IndexOptions = z.strictObject({
  workspace: z.optional(z.string().check(z.refine((id) => isId('workspace', id), 'must be the id of a workspace'))),
  stage: z.optional(z.string()),
});

const PAGE = 100;
/** Items that are indexed at the same time. */
const PARALLEL = 5;

/**
 * Index the items of a workspace, or of all, that were stored before there was an index of their words. Returns a summary.
 * A run that ended continues with the next one: an item that is indexed costs two reads.
 */
export async function indexSearch(args: string[], { folder, print, warn }: CliContext): Promise<string> {
  const given = parseOptions(IndexOptions, parseArguments(args, ['workspace', 'stage'], INDEX_USAGE), INDEX_USAGE);
  await useTarget({ stage: given.stage, folder });
  if (given.workspace === undefined) await ensureIndex(warn);
  let total = 0;
  for await (const id of given.workspace === undefined ? workspaceIds() : [given.workspace]) {
    const items = await indexWorkspace(id);
    print(`${id}  ${items} items`);
    total += items;
  }
  return `The index of words has ${total} items.`;
}

/** Index every item of a workspace, in the order of their creation. Returns their number. */
export async function indexWorkspace(workspace_id: string): Promise<number> {
  const partitions = [partition(contentEntity, 'pk', { workspace_id })];
  let count = 0;
  let after: string | null = null;
  do {
    const request = { limit: PAGE, skip: 0, after };
    const page: { records: Content[]; next: string | null } = await loadPage<Content>(
      { partitions, descending: false },
      request,
    );
    for (let start = 0; start < page.records.length; start += PARALLEL) {
      await Promise.all(page.records.slice(start, start + PARALLEL).map(({ id }) => indexContent(workspace_id, id)));
    }
    count += page.records.length;
    after = page.next;
  } while (after !== null);
  return count;
}
