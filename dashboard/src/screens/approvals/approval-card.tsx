import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { PlannedTime } from '../../components/planned-time.tsx';
import { PlatformIcons } from '../../components/platform-icon.tsx';
import { Status } from '../../components/status.tsx';
import { type ApprovalAction, approvalStatus } from '../../content/approval-actions.ts';
import { ApprovalButtons } from '../../content/approval-buttons.tsx';
import { ApprovalFacts } from '../../content/approval-facts.tsx';
import { Changes } from '../../content/changes.tsx';
import type { Account, Workspace } from '../../content/content.ts';
import { textFor } from '../../content/post-text.ts';
import { PostPreviews } from '../../content/preview.tsx';
import { Thumbnail } from '../../content/thumbnail.tsx';
import { listOf, rich, t } from '../../language/texts.ts';
import { MemberAvatar } from '../../member-avatar.tsx';
import type { NameOf } from '../../member-names.ts';
import type { ListedApproval } from './load-approvals.ts';

interface ApprovalCardProps {
  loaded: ListedApproval;
  accounts: Account[];
  workspace: Workspace | null;
  nameOf: NameOf;
  onDecided: (message: string, action: ApprovalAction) => void;
  /** Where the focus is after a decision about the post before. */
  headingRef: (heading: HTMLElement | null) => void;
  onReload: () => void;
}

/** A post in the list of approvals: who submitted it, when it is due, its text and thumbnail, and the decisions. */
export function ApprovalCard({
  loaded,
  accounts,
  workspace,
  nameOf,
  onDecided,
  onReload,
  headingRef,
}: ApprovalCardProps) {
  const [isOpen, setOpen] = useState(false);
  const { content } = loaded;
  const changed = content.approval?.changed_fields ?? [];
  return (
    <article class="card approval" aria-label={content.title}>
      <header>
        <Thumbnail file={loaded.thumbnail} size={64} />
        <div class="approval-title">
          <h2 ref={headingRef} tabIndex={-1}>
            <a href={`#/posts/${content.id}`}>{content.title}</a>
          </h2>
          <p class="muted">
            <Status status={approvalStatus(content)} />
            <PlatformIcons platforms={content.platforms} size={18} />
            <span>
              {content.scheduled_at
                ? rich('approvals.dueAt', {
                    time: () => <PlannedTime at={content.scheduled_at!} local={content.scheduled_local} />,
                  })
                : t('approvals.noTime')}
            </span>
          </p>
        </div>
        <ApprovalButtons
          loaded={loaded}
          accounts={accounts}
          workspace={workspace}
          namesPost
          onStale={onReload}
          onDone={(action) => onDecided(t(`approvals.done_${action}`, { title: content.title }), action)}
        />
      </header>
      <div class="approval-facts">
        {content.approval && <MemberAvatar id={content.approval.requested_by} nameOf={nameOf} />}
        <div>
          <ApprovalFacts content={content} nameOf={nameOf} />
          {changed.length > 0 && (content.approval?.submission ?? 0) < 2 && (
            <p class="approval-changes">
              {t('approvals.changed', { fields: listOf(changed.map((field) => t(`approvals.field_${field}`))) })}
            </p>
          )}
        </div>
      </div>
      <Changes content={content} accounts={accounts} nameOf={nameOf} onReload={onReload} />
      {!isOpen && <p class="excerpt">{textFor(content, content.platforms[0]!)}</p>}
      <Button class="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'approvals.hidePreview' : 'approvals.showPreview')}
      </Button>
      {isOpen && (
        <div class="grid">
          <PostPreviews item={content} accounts={accounts} />
        </div>
      )}
    </article>
  );
}
