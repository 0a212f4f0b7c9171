import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { type PagedList, useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState, ErrorMessage, ListEnd } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { ListTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { roleName } from '../../role-names.ts';
import { usePermission } from '../../session-context.tsx';
import { mailText } from './roles.ts';

interface InvitationsProps {
  list: PagedList<Schemas['Invitation']>;
  onInvite: () => void;
  onDone: (message: string, link?: string | null) => void;
}

/** The invitations, with what happened to their emails. */
export function Invitations({ list, onInvite, onDone }: InvitationsProps) {
  const canWrite = usePermission('team:write');
  const nameOf = useMemberNames();
  const [revoking, setRevoking] = useState<Schemas['Invitation'] | null>(null);
  const intent = useIntent();
  const resend = useAction(async ({ invitation_id, sent_at, email }: Schemas['Invitation']) => {
    // Each sending has a key of its own, so that a repeat of one is not a second email.
    const path = { id: invitation_id };
    const sent = await intent.send({ invitation_id, sent_at }, (header) =>
      unwrap(api.POST('/team/invitations/{id}/resend', { params: { path, header } })),
    );
    const done = sent.mail === 'none' ? t('team.newLink', { email }) : t('team.resent', { email });
    onDone(done, sent.link);
  });
  return (
    <section class="section" aria-labelledby="invitations">
      <h2 id="invitations">{t('team.invitations')}</h2>
      <ErrorMessage error={resend.error} />
      {list.items.length > 0 && (
        <ListTable
          class="listing stacked"
          caption={t('team.invitationsCaption')}
          hidesCaption
          items={list.items}
          by="invitation_id"
          columns={[
            { name: t('words.email'), cell: ({ email }) => email, class: 'wide', isPlain: true },
            { name: t('team.role'), cell: ({ role }) => roleName(role) },
            {
              name: t('words.status'),
              cell: ({ status, mail }) => (
                <>
                  <Status status={status} />
                  {status === 'sent' && <span class="sub nowrap">{mailText(mail)}</span>}
                </>
              ),
            },
            {
              name: t('team.sent'),
              cell: ({ sent_at, invited_by, status, expires_at }) => (
                <>
                  <Time at={sent_at} />
                  <span class="sub">{t('team.sentBy', { name: nameOf(invited_by) })}</span>
                  {status === 'sent' && (
                    <span class="sub">{rich('words.expiresAt', { time: () => <Time at={expires_at} /> })}</span>
                  )}
                </>
              ),
              class: 'when',
            },
            canWrite && {
              name: t('words.actions'),
              cell: (invitation) => (
                <InvitationActions
                  invitation={invitation}
                  isBusy={resend.isRunning}
                  onResend={() => void resend.run(invitation)}
                  onRevoke={() => setRevoking(invitation)}
                />
              ),
              isPlain: true,
            },
          ]}
        />
      )}
      {list.isEmpty && (
        <EmptyState title={t('team.noInvitations')}>
          <p>{t('team.noInvitationsText')}</p>
          {canWrite && <Button onClick={onInvite}>{t('team.invite')}</Button>}
        </EmptyState>
      )}
      <ListEnd list={list} />
      {revoking && (
        <RevokeInvitation
          invitation={revoking}
          onClose={() => setRevoking(null)}
          onRevoked={() => onDone(t('team.revoked', { email: revoking.email }))}
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
  if (status !== 'sent' && status !== 'expired') return null;
  return (
    <div class="actions">
      {mail === 'none' ? (
        <ActionButton isRunning={isBusy} aria-label={t('team.createLinkTo', { email })} onClick={onResend}>
          {t('team.createLink')}
        </ActionButton>
      ) : (
        <ActionButton isRunning={isBusy} aria-label={t('team.resendTo', { email })} onClick={onResend}>
          {t('team.resend')}
        </ActionButton>
      )}
      {status === 'sent' && (
        <Button class="danger" aria-label={t('team.revokeOf', { email })} onClick={onRevoke}>
          {t('words.revoke')}
        </Button>
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
  const revoke = async () => {
    const params = { path: { id: invitation.invitation_id } };
    await unwrap(api.DELETE('/team/invitations/{id}', { params }));
    onRevoked();
  };
  return (
    <Confirm title={t('team.revokeTitle')} confirm={t('team.revokeSubmit')} run={revoke} onClose={onClose}>
      <p>{t('team.revokeText', { email: invitation.email })}</p>
    </Confirm>
  );
}
