import { contentHash } from '../../content/rules/approval/content-hash.ts';
import { type Editor, recordMaterialEdit } from '../../content/rules/approval/material-edit.ts';
import type { Content } from '../../content/rules/content.ts';
import { postFor } from '../../content/rules/content.ts';
import { partsFor } from '../../content/rules/post/thread.ts';
import { fitsHost, type LinkParameters, type UrlParameters } from '../../content/rules/text/link-parameters.ts';
import { findUrls } from '../../content/rules/text/text-urls.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import { isPlaceholder, type LinkRule, type Placeholder, RULE_SCOPES } from './link-rule.ts';

/** The rules of a workspace, and the names, by id, of those labels and campaigns of the item that exist. */
export interface RulesOfItem {
  rules: LinkRule[];
  names: ReadonlyMap<string, string>;
}

/** What of an item decides which rules are meant. */
type Labels = Pick<Content, 'labels' | 'campaign'>;

/**
 * Apply the rules of a workspace to an item: its URLs get their parameters on each platform. The item keeps the rules for
 * the hosts of its URLs only. Returns the same item while its content must stay as it is: it was submitted or approved, or
 * a post of it was sent.
 */
export function applyLinkRules(content: Content, of: RulesOfItem, nowMs: number): Content {
  return isSubmitted(content) || !isUnsent(content) ? content : withParameters(content, of, nowMs);
}

/** Replace the parameters that the URLs of an item have. */
function withParameters(content: Content, of: RulesOfItem, nowMs: number): Content {
  const { link_parameters: _, ...plain } = content;
  const found = addedParameters(plain, of, content, nowMs);
  if (found.length === 0) return content.link_parameters ? plain : content;
  return { ...plain, link_parameters: Object.fromEntries(found) };
}

/** List what the rules add to the URLs of an item on each platform, with these labels. */
function addedParameters(plain: Content, of: RulesOfItem, labels: Labels, nowMs: number) {
  const date = (plain.scheduled_at ?? formatInstant(nowMs)).slice(0, 10);
  return plain.platforms.flatMap((platform): [Platform, UrlParameters[]][] => {
    const hosts = hostsIn(plain, platform);
    const added = parametersFor(of, labels, platform, date);
    const fitting = added.filter((each) => hosts.some((host) => fitsHost(each, host)));
    return changesTexts(plain, platform, fitting) ? [[platform, fitting]] : [];
  });
}

/**
 * Apply the rules after a change of an item: when it gets its first time, and when its content changes afterwards. Labels
 * and the campaign are not part of what is published. But where others give its URLs other parameters, that change is an
 * edit: it revokes the approval.
 */
export function applyAfterUpdate(
  before: Content,
  after: Content,
  of: RulesOfItem,
  editor: Editor,
  nowMs: number,
): Content {
  const isPlanned = (content: Content) => Object.values(content.targets).some(({ status }) => status !== 'cancelled');
  if ((isPlanned(after) || isSubmitted(after)) && isUnsent(after) && isRelabelled(before, after, of, nowMs)) {
    return recordMaterialEdit(before, withParameters(after, of, nowMs), editor, nowMs);
  }
  if (!isPlanned(after)) return after;
  const isEdited = contentHash(before) !== contentHash(after);
  return isEdited || !isPlanned(before) ? applyLinkRules(after, of, nowMs) : after;
}

/** Return whether the labels and the campaign of an item give its URLs other parameters than those that it had. */
function isRelabelled(before: Content, after: Content, of: RulesOfItem, nowMs: number): boolean {
  const labelsOf = ({ labels, campaign }: Content) => canonicalJson([labels, campaign]);
  if (labelsOf(before) === labelsOf(after)) return false;
  const { link_parameters: _, ...plain } = after;
  const [old, current] = [before, after].map((each) => canonicalJson(addedParameters(plain, of, each, nowMs)));
  return old !== current;
}

/** Return whether an approval covers an item, or is requested. */
function isSubmitted({ approval }: Content): boolean {
  return approval?.status === 'approved' || approval?.status === 'pending_approval';
}

/** Return whether nothing of an item was sent. */
function isUnsent({ targets }: Content): boolean {
  return Object.values(targets).every(({ status, unconfirmed_send }) => {
    return !unconfirmed_send && (status === 'pending' || status === 'cancelled' || status === 'failed');
  });
}

/** List what the rules add on a platform: those of the workspace first, which those of the platform and of labels override. */
function parametersFor(
  { rules, names }: RulesOfItem,
  { labels, campaign }: Labels,
  platform: Platform,
  date: string,
): UrlParameters[] {
  // An item keeps the id of a label that was deleted.
  const existing = new Set(labels.filter((id) => names.has(id)));
  const isMeant = (rule: LinkRule) =>
    rule.scope === 'workspace' || rule.platform === platform || (rule.label !== null && existing.has(rule.label));
  const values: Record<Placeholder, string> = { platform, campaign: names.get(campaign ?? '') ?? '', date };
  return rules
    .filter(isMeant)
    .toSorted((one, other) => RULE_SCOPES.indexOf(one.scope) - RULE_SCOPES.indexOf(other.scope))
    .map(({ hosts, parameters }) => ({ hosts, parameters: filled(parameters, values) }))
    .filter(({ parameters }) => Object.keys(parameters).length > 0);
}

/** Replace the placeholders. A parameter without a value is left out. */
function filled(parameters: LinkRule['parameters'], values: Record<Placeholder, string>): UrlParameters['parameters'] {
  const replaced = Object.entries(parameters).map(([name, text]) => {
    const value = text.replaceAll(/\{([^{}]*)\}/g, (all, found: string) =>
      isPlaceholder(found) ? values[found] : all,
    );
    return [name, value.trim()] as const;
  });
  return Object.fromEntries(replaced.filter(([, value]) => value !== ''));
}

/** List the hosts of the URLs that an item has on a platform. */
function hostsIn(plain: Content, platform: Platform): string[] {
  const inTexts = partsFor(plain, platform).flatMap(({ text }) =>
    findUrls(text).map(({ start, end }) => text.slice(start, end)),
  );
  const { link } = postFor(plain, platform);
  const hosts = [...inTexts, ...(link === null ? [] : [link])].map((url) => URL.parse(url)?.hostname);
  return [...new Set(hosts)].filter((host) => host !== undefined);
}

function changesTexts(plain: Content, platform: Platform, added: UrlParameters[]): boolean {
  const link_parameters: LinkParameters = { [platform]: added };
  return textsOf(plain, platform) !== textsOf({ ...plain, link_parameters }, platform);
}

function textsOf(content: Content, platform: Platform): string {
  return canonicalJson([postFor(content, platform).link, partsFor(content, platform).map(({ text }) => text)]);
}
