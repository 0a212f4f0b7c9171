import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { t } from '../language/texts.ts';
import { useSession } from '../session-context.tsx';
import { type ApprovalAction, actionLabel, approvalActions } from './approval-actions.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import type { Account, LoadedContent, Workspace } from './content.ts';

interface ApprovalButtonsProps {
  loaded: LoadedContent;
  accounts: Account[];
  workspace: Workspace | null;
  /** The buttons name the post, because the screen has several. */
  namesPost?: boolean;
  onDone: (action: ApprovalAction) => void;
  /** Called when a dialog has found that the item changed. */
  onStale: () => void;
}

/** The actions on the approval of an item that its state and the role of the member permit, with their dialog. */
export function ApprovalButtons(props: ApprovalButtonsProps) {
  const { loaded, accounts, workspace, namesPost = false, onDone, onStale } = props;
  const [asked, setAsked] = useState<ApprovalAction | null>(null);
  const { user, permissions } = useSession();
  const { content } = loaded;
  const roles = workspace?.approver_roles ?? ['owner', 'admin', 'approver'];
  const actions = approvalActions(content, { role: user.role, permissions }, roles);
  return (
    <>
      {actions.length > 0 && (
        <div class="actions">
          {actions.map((action, index) => (
            <Button
              key={action}
              class={index === 0 && action !== 'withdraw' ? 'primary' : undefined}
              aria-label={
                namesPost ? t('content.actionOnPost', { action: actionLabel(action), title: content.title }) : undefined
              }
              onClick={() => setAsked(action)}
            >
              {actionLabel(action)}
            </Button>
          ))}
        </div>
      )}
      {asked && (
        <ApprovalDialog
          action={asked}
          loaded={loaded}
          accounts={accounts}
          needsPasskey={workspace?.approval_method === 'passkey'}
          onClose={() => setAsked(null)}
          onStale={onStale}
          onDone={() => {
            setAsked(null);
            onDone(asked);
          }}
        />
      )}
    </>
  );
}
