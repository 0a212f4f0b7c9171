import type { ApprovalStatus } from '../../content/approval-actions.ts';
import { t } from '../../language/texts.ts';
import { describePlatform, type Platform } from '../../platforms.ts';
import type { Timing } from './draft.ts';

/** Whether the platforms and accounts of an item can change. Null for a new item. */
export function canChangePlatforms(item: { editable_fields: readonly string[] } | null): boolean {
  return item === null || item.editable_fields.includes('platforms');
}

/** What the composer knows when it names its main action. */
export interface Situation {
  timing: Timing;
  /** The status of the saved item; null for a new one. */
  status: string | null;
  approval: ApprovalStatus;
  /** Whether what is published differs from what is saved. */
  isMaterial: boolean;
  isApprovalRequired: boolean;
}

/** The main action of the composer: what its button says, and whether it also submits for approval. */
export interface MainAction {
  label: string;
  submits: boolean;
}

/** Whether a post can only be published after an approval that it does not have, or would lose with this edit. */
export function needsApproval({ isApprovalRequired, approval, isMaterial }: Situation): boolean {
  return isApprovalRequired && (approval !== 'approved' || isMaterial);
}

/** Whether an item is published by a retry on its page, and has no time any more. */
export function isRetried(status: string | null): boolean {
  return status === 'failed' || status === 'partially_published';
}

/** Return the main action in a situation. */
export function mainAction(situation: Situation): MainAction {
  const { timing, status, approval, isMaterial } = situation;
  if (isRetried(status)) return { label: t('words.save'), submits: false };
  if (needsApproval(situation)) {
    const isWaiting = approval === 'pending_approval' && !isMaterial;
    return isWaiting
      ? { label: t('words.save'), submits: false }
      : { label: t('content.action_submit'), submits: true };
  }
  if (timing === 'now') return { label: t('composer.publishNow'), submits: false };
  if (timing === 'schedule' || timing === 'queue')
    return { label: t(status === 'scheduled' ? 'words.save' : 'words.schedule'), submits: false };
  if (status === 'scheduled') return { label: t('composer.unscheduleAndSave'), submits: false };
  return { label: t(status === null ? 'composer.saveDraft' : 'words.save'), submits: false };
}

/** Whether a saved draft can be submitted although its workspace does not require it. The main action does it otherwise. */
export function canSubmitSaved({ status, approval }: Situation, { submits }: MainAction): boolean {
  return !submits && status === 'draft' && approval !== 'pending_approval' && approval !== 'approved';
}

/** List what else can be done with a draft than the main action, without submitting it. */
export function otherActions({ timing, status }: Situation, { submits }: MainAction): OtherAction[] {
  const canBeDraft = !isRetried(status) && status !== 'scheduled' && (submits || timing !== 'draft');
  return [
    ...(submits && (timing === 'schedule' || timing === 'queue')
      ? [{ label: t('composer.scheduleWithoutSubmitting'), timing }]
      : []),
    ...(canBeDraft ? [{ label: t('composer.saveDraft'), timing: 'draft' as const }] : []),
  ];
}

interface OtherAction {
  label: string;
  timing: Timing;
}

interface ErrorEntry {
  pointer: string;
  detail: string;
}

/** Join the errors of a field, and of what is in it, without repetition. Null if it has none. */
export function errorsAt(errors: readonly ErrorEntry[], pointer: string): string | null {
  const found = errors.filter((entry) => entry.pointer === pointer || entry.pointer.startsWith(`${pointer}/`));
  return found.length === 0 ? null : [...new Set(found.map(({ detail }) => detail))].join(' ');
}

/** Return whether the targets of an item are planned for several times. One time for all would publish some early or late. */
export function hasSeveralTimes(item: { targets: { status: string; scheduled_at: string }[] } | null): boolean {
  const pending = (item?.targets ?? []).filter(({ status }) => status === 'pending');
  return new Set(pending.map(({ scheduled_at }) => Date.parse(scheduled_at))).size > 1;
}

/** Say what a URL does that a post names for its card: what it replaces, and what it excludes. */
export function linkHint(platform: Platform): string {
  const { card, linkExcludesMedia } = describePlatform(platform);
  const values = { hasCard: String(card !== undefined), isAlone: String(linkExcludesMedia) };
  return t('composer.linkPreviewHint', values);
}
