import { Status } from '../../components/status.tsx';
import { type ApprovalAction, approvalStatus } from '../../content/approval-actions.ts';
import { ApprovalButtons } from '../../content/approval-buttons.tsx';
import { ApprovalFacts } from '../../content/approval-facts.tsx';
import type { Account, LoadedContent, Workspace } from '../../content/content.ts';
import type { NameOf } from '../../member-names.ts';

interface ApprovalPanelProps {
  loaded: LoadedContent;
  workspace: Workspace | null;
  accounts: Account[];
  nameOf: NameOf;
  onChanged: (message: string) => void;
  onReload: () => Promise<void>;
}

const DONE: Record<ApprovalAction, string> = {
  submit: 'Submitted. Approvers are notified.',
  approve: 'Approved.',
  request_changes: 'Changes requested.',
  withdraw: 'Withdrawn.',
};

/** The approval of a post: its state, who decided, and the actions on it. */
export function ApprovalPanel({ loaded, workspace, accounts, nameOf, onChanged, onReload }: ApprovalPanelProps) {
  const { content } = loaded;
  return (
    <section class="card" aria-labelledby="approval-heading">
      <h2 id="approval-heading">Approval</h2>
      <p>
        <Status status={approvalStatus(content)} />
      </p>
      <ApprovalFacts content={content} nameOf={nameOf} />
      {workspace && (
        <p class="hint">
          {workspace.approval === 'required'
            ? 'Your workspace requires approval.'
            : 'Your workspace does not require approval.'}
        </p>
      )}
      <ApprovalButtons
        loaded={loaded}
        accounts={accounts}
        workspace={workspace}
        onStale={() => void onReload()}
        onDone={(action) => onChanged(DONE[action])}
      />
    </section>
  );
}
