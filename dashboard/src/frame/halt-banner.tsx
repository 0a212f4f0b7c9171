import { useState } from 'preact/hooks';
import { useWatch } from '../api/hooks.ts';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/feedback.tsx';
import { Time } from '../components/time.tsx';
import { useAccounts } from '../content/content.ts';
import { rich, t } from '../language/texts.ts';
import { type NameOf, useMemberNames } from '../member-names.ts';
import { usePermission, useSession } from '../session-context.tsx';
import { type Halt, isByMember, scopeName, useHalts } from './halts.ts';
import { ResumeDialog } from './resume-dialog.tsx';

/** What every screen shows while publishing is halted: what, by whom, why, and how to resume. */
export function HaltBanner() {
  const canRead = usePermission('content:read') || usePermission('schedule:read');
  return canRead ? <ActiveHalts /> : null;
}

function ActiveHalts() {
  const query = useHalts();
  useWatch(query);
  const halts = query.data ?? [];
  return halts.length === 0 ? null : <HaltList halts={halts} />;
}

function HaltList({ halts }: { halts: readonly Halt[] }) {
  const accounts = useAccounts(usePermission('accounts:read')).data ?? [];
  const nameOf = useMemberNames();
  const { portal } = useSession();
  const canResume = usePermission('schedule:write') && !portal;
  const [resumed, setResumed] = useState<Halt | null>(null);
  return (
    <>
      {halts.map((halt) => (
        <Notice key={halt.id} kind="warning">
          <p>
            <strong>{t('halts.banner', { scope: scopeName(halt.scope, accounts) })}</strong> {halt.reason}
          </p>
          <p>{rich('halts.by', { name: haltedBy(halt, nameOf), time: () => <Time at={halt.created_at} /> })}</p>
          {canResume && isByMember(halt) && <Button onClick={() => setResumed(halt)}>{t('halts.resumeButton')}</Button>}
        </Notice>
      ))}
      {resumed && (
        <ResumeDialog halt={resumed} name={scopeName(resumed.scope, accounts)} onClose={() => setResumed(null)} />
      )}
    </>
  );
}

function haltedBy(halt: Halt, nameOf: NameOf): string {
  if (isByMember(halt)) return nameOf(halt.created_by);
  return t(halt.created_by === 'stage' ? 'halts.product' : 'halts.operator');
}
