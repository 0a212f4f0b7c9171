import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import { etagOf } from '../../identity/pipeline/if-match.ts';
import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { Label } from '../../labels/rules/label.ts';
import type { Content } from '../rules/content.ts';
import { listUnsentTargets, listWarnings } from '../rules/schedule/publish-warnings.ts';
import { toContentResponse } from '../rules/view/content-view.ts';
import { type Reader, readableContent } from '../rules/view/readable-texts.ts';

import { loadStatesOf } from './publish-warnings.ts';

/**
 * Build the response view of a content item with its warnings, and the entity tag of its version. Reads the accounts
 * of the targets that will be sent, and nothing for an item without such targets.
 *
 * @param reader who receives it: the texts that they may not read are left out.
 * @param createdLabels the labels that the same transaction creates.
 * @param known the settings of the workspace, or with them the accounts, where they have been read before.
 */
export async function contentResponse(
  content: Content,
  reader: Reader,
  nowMs: number,
  known: { settings: WorkspaceSettings } | { states: PublishingStates },
  createdLabels: Label[] = [],
): Promise<Required<Pick<HandlerResult, 'headers' | 'body'>> & { body: Record<string, unknown> }> {
  const targets = listUnsentTargets(content);
  const states = 'states' in known ? known.states : await loadStatesOf(content.workspace_id, targets, known.settings);
  const warnings = listWarnings(content, targets, states, nowMs);
  const link_cards = await cardsOf(content);
  const view = await withNames(content, toContentResponse(content, states.settings), createdLabels);
  const body = readableContent({ ...view, link_cards, warnings }, reader);
  return { headers: { etag: etagOf(content) }, body };
}

// Most items have neither cards nor labels, so what reads them is loaded for those that do.

async function cardsOf(content: Content) {
  if (!content.link_cards) return null;
  const { linkCardViews } = await import('./link-card-view.ts');
  return linkCardViews(content);
}

async function withNames(content: Content, view: Record<string, unknown>, created: Label[]) {
  if (content.labels.length === 0 && content.campaign === null) return view;
  const { withLabelNames } = await import('../../labels/store/label-names.ts');
  const [named] = await withLabelNames(content.workspace_id, [view], created);
  return named!;
}
