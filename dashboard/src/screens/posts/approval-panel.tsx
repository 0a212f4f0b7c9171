import { Status } from '../../components/status.tsx';
import { approvalStatus } from '../../content/approval-actions.ts';
import { ApprovalButtons } from '../../content/approval-buttons.tsx';
import { ApprovalFacts } from '../../content/approval-facts.tsx';
import type { Account, LoadedContent, Workspace } from '../../content/content.ts';
import { PublishApproved } from '../../content/publish-approved.tsx';
import { t } from '../../language/texts.ts';
import type { NameOf } from '../../member-names.ts';

interface ApprovalPanelProps {
  loaded: LoadedContent;
  workspace: Workspace | null;
  accounts: Account[];
  nameOf: NameOf;
  onChanged: (message: string) => void;
  onReload: () => Promise<void>;
}

/** The approval of a post: its state, who decided, and the actions on it. */
export function ApprovalPanel({ loaded, workspace, accounts, nameOf, onChanged, onReload }: ApprovalPanelProps) {
  const { content } = loaded;
  return (
    <section class="card" aria-labelledby="approval-heading">
      <h2 id="approval-heading">{t('words.approval')}</h2>
      <p>
        <Status status={approvalStatus(content)} />
      </p>
      <ApprovalFacts content={content} nameOf={nameOf} />
      {workspace && (workspace.approval === 'required' || content.agents.length === 0) && (
        <p class="hint">{t(workspace.approval === 'required' ? 'posts.approvalRequired' : 'posts.approvalOptional')}</p>
      )}
      <ApprovalButtons
        loaded={loaded}
        accounts={accounts}
        workspace={workspace}
        onStale={() => void onReload()}
        onDone={(action) => onChanged(t(`posts.done_${action}`))}
      />
      <PublishApproved loaded={loaded} onDone={onChanged} />
    </section>
  );
}
