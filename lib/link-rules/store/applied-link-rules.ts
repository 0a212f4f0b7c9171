import type { Content, ContentState } from '../../content/rules/content.ts';
import { assertSmallContent } from '../../content/rules/content-size.ts';
import { discardStaleAttempt } from '../../content/rules/content-update.ts';
import { assertPublishable } from '../../content/rules/content-validation.ts';
import type { Editor } from '../../content/rules/material-edit.ts';
import type { Label } from '../../labels/rules/label.ts';
import { labelIdsOf, loadNamesById } from '../../labels/store/label-names.ts';
import { applyAfterUpdate, applyLinkRules, type RulesOfItem } from '../rules/apply-link-rules.ts';
import { needsLabels } from '../rules/link-rule.ts';
import { loadLinkRules } from './link-rules.ts';

/** Labels that the transaction of the item creates. */
type NewLabels = Pick<Label, 'id' | 'name'>[];

/**
 * Load the link rules of the workspace of an item, and apply them. `created`: labels that the same transaction creates.
 * Throws 422 when a text is too long with its parameters, or the item too large.
 */
export async function withLinkRules(
  content: Content,
  { isDraft, created = [] }: { isDraft: boolean; created?: NewLabels },
  nowMs: number,
): Promise<Content> {
  const of = await loadRulesOf(content.workspace_id, [content], created);
  return checked(content, of.rules.length > 0 ? applyLinkRules(content, of, nowMs) : content, isDraft);
}

/**
 * Apply the link rules to an item that a request has changed, as far as the change permits. Attempts that have prepared
 * another text are discarded. Throws as `withLinkRules`.
 */
export async function withLinkRulesAfter(
  before: Content,
  after: ContentState,
  { editor, created = [] }: { editor: Editor; created?: NewLabels },
  nowMs: number,
): Promise<ContentState> {
  const of = await loadRulesOf(after.content.workspace_id, [before, after.content], created);
  if (of.rules.length === 0 && !after.content.link_parameters) return after;
  const content = applyAfterUpdate(before, after.content, of, editor, nowMs);
  return content === after.content ? after : discardStaleAttempt(after, checked(after.content, content, false));
}

async function loadRulesOf(workspaceId: string, contents: Content[], created: NewLabels): Promise<RulesOfItem> {
  const { rules } = await loadLinkRules(workspaceId);
  if (!rules.some(needsLabels)) return { rules, names: new Map() };
  return { rules, names: await loadNamesById(workspaceId, labelIdsOf(contents), created) };
}

function checked(before: Content, after: Content, isDraft: boolean): Content {
  if (after === before) return after;
  assertSmallContent(after);
  assertPublishable(after, after.platforms, { isDraft });
  return after;
}
