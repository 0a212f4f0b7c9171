import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { type PagedList, useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton } from '../../components/action-form.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState, ErrorMessage, ListEnd } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useMemberNames } from '../../member-names.ts';
import { usePermission } from '../../session-context.tsx';
import { mailText, roleName } from './roles.ts';

interface InvitationsProps {
  list: PagedList<Schemas['Invitation']>;
  onInvite: () => void;
  onDone: (message: string, link?: string | null) => void;
}

/** The invitations, with what happened to their emails. */
export function Invitations({ list, onInvite, onDone }: InvitationsProps) {
  const canWrite = usePermission('team:write');
  const nameOf = useMemberNames('id');
  const [revoking, setRevoking] = useState<Schemas['Invitation'] | null>(null);
  const intent = useIntent();
  const resend = useAction(async ({ invitation_id, sent_at }: Schemas['Invitation']) => {
    // Each sending has a key of its own, so that a repeat of one is not a second email.
    const path = { id: invitation_id };
    const sent = await intent.send({ invitation_id, sent_at }, (header) =>
      unwrap(api.POST('/team/invitations/{id}/resend', { params: { path, header } })),
    );
    const done =
      sent.mail === 'none' ? `The invitation of ${sent.email} has a new link.` : `Invitation resent to ${sent.email}.`;
    onDone(`${done} The previous link no longer works.`, sent.link);
  });
  return (
    <section class="section" aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <ErrorMessage error={resend.error} />
      {list.items.length > 0 && (
        <Table
          class="listing"
          caption="Invitations, newest first"
          hidesCaption
          columns={['Email', 'Role', 'Status', 'Sent', canWrite && 'Actions']}
        >
          {list.items.map((invitation) => (
            <tr key={invitation.invitation_id}>
              <td class="wide">{invitation.email}</td>
              <td>{roleName(invitation.role)}</td>
              <td>
                <Status status={invitation.status} />
                {invitation.status === 'sent' && <span class="sub nowrap">{mailText(invitation.mail)}</span>}
              </td>
              <td class="when">
                <Time at={invitation.sent_at} />
                <span class="sub">by {nameOf(invitation.invited_by)}</span>
                {invitation.status === 'sent' && (
                  <span class="sub">
                    Expires <Time at={invitation.expires_at} />
                  </span>
                )}
              </td>
              {canWrite && (
                <td>
                  <InvitationActions
                    invitation={invitation}
                    isBusy={resend.isRunning}
                    onResend={() => void resend.run(invitation)}
                    onRevoke={() => setRevoking(invitation)}
                  />
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      {list.isEmpty && (
        <EmptyState title="No invitations">
          <p>Invite members to create, approve or analyze posts.</p>
          {canWrite && (
            <button type="button" onClick={onInvite}>
              Invite a member
            </button>
          )}
        </EmptyState>
      )}
      <ListEnd list={list} />
      {revoking && (
        <RevokeInvitation
          invitation={revoking}
          onClose={() => setRevoking(null)}
          onRevoked={() => onDone(`Invitation to ${revoking.email} revoked.`)}
        />
      )}
    </section>
  );
}

interface InvitationActionsProps {
  invitation: Schemas['Invitation'];
  isBusy: boolean;
  onResend: () => void;
  onRevoke: () => void;
}

function InvitationActions({ invitation, isBusy, onResend, onRevoke }: InvitationActionsProps) {
  const { status, email, mail } = invitation;
  const resend = mail === 'none' ? 'New link' : 'Resend';
  if (status !== 'sent' && status !== 'expired') return null;
  return (
    <div class="actions">
      <ActionButton isRunning={isBusy} aria-label={`${resend} to ${email}`} onClick={onResend}>
        {resend}
      </ActionButton>
      {status === 'sent' && (
        <button type="button" class="danger" aria-label={`Revoke the invitation to ${email}`} onClick={onRevoke}>
          Revoke
        </button>
      )}
    </div>
  );
}

interface RevokeInvitationProps {
  invitation: Schemas['Invitation'];
  onRevoked: () => void;
  onClose: () => void;
}

function RevokeInvitation({ invitation, onRevoked, onClose }: RevokeInvitationProps) {
  const revoke = useAction(async () => {
    const params = { path: { id: invitation.invitation_id } };
    await unwrap(api.DELETE('/team/invitations/{id}', { params }));
    onRevoked();
  });
  return (
    <Confirm title="Revoke the invitation?" confirm="Revoke invitation" action={revoke} onClose={onClose}>
      <p>The link of {invitation.email} stops working. You can send a new invitation.</p>
    </Confirm>
  );
}
