import type { Editor } from '../../content/rules/approval/material-edit.ts';
import { assertSmallContent } from '../../content/rules/change/content-size.ts';
import { discardStaleAttempt } from '../../content/rules/change/content-update.ts';
import { assertPublishable } from '../../content/rules/change/content-validation.ts';
import type { Content, ContentState } from '../../content/rules/content.ts';
import type { Label } from '../../labels/rules/label.ts';
import { labelIdsOf, loadNamesById } from '../../labels/store/label-names.ts';
import { applyAfterUpdate, applyLinkRules, type RulesOfItem } from '../rules/apply-link-rules.ts';
import { type LinkRule, needsLabels } from '../rules/link-rule.ts';

/** Labels that the transaction of the item creates. */
type NewLabels = Pick<Label, 'id' | 'name'>[];

/**
 * Apply the link rules of its workspace to an item. `created`: labels that the same transaction creates. Throws 422 when a
 * text is too long with its parameters, or the item too large.
 */
export async function withLinkRules(
  content: Content,
  rules: LinkRule[],
  { isDraft, created = [] }: { isDraft: boolean; created?: NewLabels },
  nowMs: number,
): Promise<Content> {
  if (rules.length === 0) return content;
  const of = await loadNamesOf(rules, [content], created);
  return checked(content, applyLinkRules(content, of, nowMs), isDraft);
}

/**
 * Apply the link rules to an item that a request has changed, as far as the change permits. Attempts that have prepared
 * another text are discarded. Throws as `withLinkRules`.
 */
export async function withLinkRulesAfter(
  before: Content,
  after: ContentState,
  rules: LinkRule[],
  { editor, created = [] }: { editor: Editor; created?: NewLabels },
  nowMs: number,
): Promise<ContentState> {
  const of = await loadNamesOf(rules, [before, after.content], created);
  const content = applyAfterUpdate(before, after.content, of, editor, nowMs);
  return content === after.content ? after : discardStaleAttempt(after, checked(after.content, content, false));
}

/** Load the names of the labels of versions of one item, which some rules need. */
async function loadNamesOf(
  rules: LinkRule[],
  versions: [Content, ...Content[]],
  created: NewLabels,
): Promise<RulesOfItem> {
  if (!rules.some(needsLabels)) return { rules, names: new Map() };
  return { rules, names: await loadNamesById(versions[0].workspace_id, labelIdsOf(versions), created) };
}

function checked(before: Content, after: Content, isDraft: boolean): Content {
  if (after === before) return after;
  assertSmallContent(after);
  assertPublishable(after, after.platforms, { isDraft });
  return after;
}
