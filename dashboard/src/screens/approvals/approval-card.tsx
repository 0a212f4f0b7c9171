import { useState } from 'preact/hooks';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { type ApprovalAction, actionLabel, approvalActions, approvalStatus } from '../../content/approval-actions.ts';
import { ApprovalDialog } from '../../content/approval-dialog.tsx';
import { type Account, destinationsOf, type LoadedContent, type Workspace } from '../../content/content.ts';
import { textFor } from '../../content/post-text.ts';
import { PostPreview } from '../../content/preview.tsx';
import type { NameOf } from '../../member-names.ts';
import { platformName } from '../../platforms.ts';
import { useSession } from '../../session-context.tsx';
import { ApprovalFacts } from '../posts/approval-panel.tsx';

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
  'request-changes': 'returned with a request for changes',
  withdraw: 'withdrawn',
};

/** A post in the list of approvals: who submitted it, when it is due, its text, and the decisions. */
export function ApprovalCard({ loaded, accounts, workspace, nameOf, onDecided, onReload }: ApprovalCardProps) {
  const [asked, setAsked] = useState<ApprovalAction | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { user, permissions } = useSession();
  const { content } = loaded;
  const roles = workspace?.approver_roles ?? ['owner', 'admin', 'approver'];
  const actions = approvalActions(content, { role: user.role, permissions }, roles);
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
          {destinationsOf(content, accounts).map(({ platform, account, accountId }) => (
            <PostPreview
              key={`${platform} ${accountId}`}
              platform={platform}
              account={account}
              text={textFor(content, platform)}
              media={content.media}
            />
          ))}
        </div>
      )}
      {actions.length > 0 && (
        <div class="actions">
          {actions.map((action, index) => (
            <button
              key={action}
              type="button"
              class={index === 0 && action !== 'withdraw' ? 'primary' : undefined}
              aria-label={`${actionLabel(action)}: ${content.title}`}
              onClick={() => setAsked(action)}
            >
              {actionLabel(action)}
            </button>
          ))}
        </div>
      )}
      {asked && (
        <ApprovalDialog
          action={asked}
          loaded={loaded}
          accounts={accounts}
          onClose={() => setAsked(null)}
          onStale={onReload}
          onDone={() => {
            setAsked(null);
            onDecided(`“${content.title}” is ${DONE[asked]}.`);
          }}
        />
      )}
    </article>
  );
}
