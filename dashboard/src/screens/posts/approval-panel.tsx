import { useState } from 'preact/hooks';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { type ApprovalAction, actionLabel, approvalActions, approvalStatus } from '../../content/approval-actions.ts';
import { ApprovalDialog } from '../../content/approval-dialog.tsx';
import type { Account, Content, LoadedContent, Workspace } from '../../content/content.ts';
import type { NameOf } from '../../member-names.ts';
import { useSession } from '../../session-context.tsx';

interface ApprovalPanelProps {
  loaded: LoadedContent;
  workspace: Workspace | null;
  accounts: Account[];
  nameOf: NameOf;
  onChanged: (message: string) => void;
  onReload: () => Promise<void>;
}

const DONE: Record<ApprovalAction, string> = {
  submit: 'Submitted. The members who may approve are notified.',
  approve: 'Approved.',
  'request-changes': 'Changes are requested.',
  withdraw: 'Withdrawn.',
};

/** The approval of a post: its state, who decided, and the actions on it. */
export function ApprovalPanel({ loaded, workspace, accounts, nameOf, onChanged, onReload }: ApprovalPanelProps) {
  const [asked, setAsked] = useState<ApprovalAction | null>(null);
  const { user, permissions } = useSession();
  const { content } = loaded;
  const status = approvalStatus(content);
  const roles = workspace?.approver_roles ?? ['owner', 'admin', 'approver'];
  const actions = approvalActions(content, { role: user.role, permissions }, roles);
  return (
    <section class="card" aria-labelledby="approval-heading">
      <h2 id="approval-heading">Approval</h2>
      <p>
        <Status status={status} />
      </p>
      <ApprovalFacts content={content} nameOf={nameOf} />
      {workspace && (
        <p class="hint">
          {workspace.approval === 'required'
            ? 'Your workspace publishes only approved posts.'
            : 'Your workspace publishes posts without an approval, too.'}
        </p>
      )}
      {actions.length > 0 && (
        <div class="actions">
          {actions.map((action, index) => (
            <button
              key={action}
              type="button"
              class={index === 0 && action !== 'withdraw' ? 'primary' : undefined}
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
          onStale={() => void onReload()}
          onDone={() => {
            setAsked(null);
            onChanged(DONE[asked]);
          }}
        />
      )}
    </section>
  );
}

/** Who submitted a post and who decided about it, when, and with which note. */
export function ApprovalFacts({ content, nameOf }: { content: Pick<Content, 'approval'>; nameOf: NameOf }) {
  const { approval } = content;
  if (!approval) return null;
  const { requested_by, requested_at, decided_by, decided_by_name, decided_at, status, note } = approval;
  const verb = {
    approved: 'Approved',
    changes_requested: 'Changes requested',
    not_submitted: 'Ended',
    pending_approval: '',
  };
  return (
    <>
      <dl class="facts">
        <dt>Submitted</dt>
        <dd>
          by {nameOf(requested_by)}, <Time at={requested_at} />
        </dd>
        {decided_at && (
          <>
            <dt>{verb[status]}</dt>
            <dd>
              by {nameOf(decided_by, decided_by_name)}, <Time at={decided_at} />
            </dd>
          </>
        )}
      </dl>
      {note && <blockquote class="note">{note}</blockquote>}
    </>
  );
}
