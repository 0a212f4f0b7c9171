import { useState } from 'preact/hooks';
import { pagesOf } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { Fact } from '../../components/facts.tsx';
import { Notice } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';
import { PlanningZone } from './planning-zone.tsx';
import { allRoles } from './roles.ts';

/** The members of the workspace, their roles, and the invitations. */
export default function Team() {
  const canWrite = usePermission('team:write');
  const [isInviting, setInviting] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const members = usePagedList('members', pagesOf('/team/members', 'members', { limit: 50 }));
  const invitations = usePagedList('invitations', pagesOf('/team/invitations', 'invitations', { limit: 20 }));
  const finish = (message: string, newLink: string | null = null) => {
    setDone(message);
    setLink(newLink);
    void members.reload();
    void invitations.reload();
  };
  return (
    <>
      <div class="bar">
        <h1>{t('words.team')}</h1>
        {canWrite && (
          <Button class="primary" onClick={() => setInviting(true)}>
            {t('team.invite')}
          </Button>
        )}
      </div>
      {done && <Notice kind="success">{done}</Notice>}
      <Members list={members} onDone={finish} />
      <Invitations list={invitations} onInvite={() => setInviting(true)} onDone={finish} />
      <section class="section" aria-labelledby="roles">
        <h2 id="roles">{t('team.rolePermissions')}</h2>
        <dl class="facts card">
          {allRoles().map(({ role, name, may }) => (
            <Fact key={role} name={name}>
              {may}
            </Fact>
          ))}
        </dl>
      </section>
      <PlanningZone />
      {link && <InvitationLink link={link} onClose={() => setLink(null)} />}
      {isInviting && (
        <Invite
          onClose={() => setInviting(false)}
          onInvited={({ email, link }) => {
            setInviting(false);
            finish(t('team.invited', { email }), link ?? null);
          }}
        />
      )}
    </>
  );
}
