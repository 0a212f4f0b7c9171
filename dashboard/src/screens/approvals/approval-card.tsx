import { useState } from 'preact/hooks';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { type ApprovalAction, approvalStatus } from '../../content/approval-actions.ts';
import { ApprovalButtons } from '../../content/approval-buttons.tsx';
import { ApprovalFacts } from '../../content/approval-facts.tsx';
import type { Account, LoadedContent, Workspace } from '../../content/content.ts';
import { textFor } from '../../content/post-text.ts';
import { PostPreviews } from '../../content/preview.tsx';
import type { NameOf } from '../../member-names.ts';
import { platformName } from '../../platforms.ts';

interface ApprovalCardProps {
  loaded: LoadedContent;
  accounts: Account[];
  workspace: Workspace | null;
  nameOf: NameOf;
  onDecided: (message: string) => void;
  onReload: () => void;
}

const DONE: Record<ApprovalAction, string> = {
  submit: 'submitted',
  approve: 'approved',
  request_changes: 'returned for changes',
  withdraw: 'withdrawn',
};

/** A post in the list of approvals: who submitted it, when it is due, its text, and the decisions. */
export function ApprovalCard({ loaded, accounts, workspace, nameOf, onDecided, onReload }: ApprovalCardProps) {
  const [isOpen, setOpen] = useState(false);
  const { content } = loaded;
  return (
    <article class="card approval" aria-label={content.title}>
      <header>
        <h2>
          <a href={`#/posts/${content.id}`}>{content.title}</a>
        </h2>
        <Status status={approvalStatus(content)} />
      </header>
      <p class="muted">
        {content.platforms.map(platformName).join(', ')}
        {' · '}
        {content.scheduled_at ? (
          <>
            due <Time at={content.scheduled_at} />
          </>
        ) : (
          'no time yet'
        )}
      </p>
      <ApprovalFacts content={content} nameOf={nameOf} />
      {!isOpen && <p class="excerpt">{textFor(content, content.platforms[0]!)}</p>}
      <button type="button" class="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the preview' : 'Show the preview'}
      </button>
      {isOpen && (
        <div class="grid">
          <PostPreviews item={content} accounts={accounts} />
        </div>
      )}
      <ApprovalButtons
        loaded={loaded}
        accounts={accounts}
        workspace={workspace}
        namesPost
        onStale={onReload}
        onDone={(action) => onDecided(`“${content.title}” is ${DONE[action]}.`)}
      />
    </article>
  );
}
