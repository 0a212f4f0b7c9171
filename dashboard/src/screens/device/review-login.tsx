import { useState } from 'preact/hooks';
import { type Decision, type DeviceLogin, decideDeviceLogin, readDeviceLogin } from '../../api/device-logins.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { Permission } from '../../api/session.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Check } from '../../components/checks.tsx';
import { code as asCode } from '../../components/elements.tsx';
import { Fact } from '../../components/facts.tsx';
import { ErrorMessage, Notice, QueryState } from '../../components/feedback.tsx';
import { grantable } from '../../components/permissions.ts';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { DevicePermissions } from './device-permissions.tsx';
import { withheldPermissions } from './withheld-permissions.ts';

interface ReviewLoginProps {
  code: string;
  /** The person has typed the code here, and so compared it. A code in the URL of the page may be one of a stranger. */
  isTyped: boolean;
  onDecided: (login: DeviceLogin, decision: Decision) => void;
  onAnother: () => void;
}

/** Show what asks for access with a code, and let the person decide. */
export function ReviewLogin({ code, isTyped, onDecided, onAnother }: ReviewLoginProps) {
  const query = useQuery(`device login ${code}`, () => readDeviceLogin(code));
  const [isCompared, setCompared] = useState(isTyped);
  // Null until the person has chosen: all that can be granted.
  const [narrowed, setNarrowed] = useState<Permission[] | null>(null);
  const login = query.data;
  const chosen = (login?.permissions ?? []).filter((each) => narrowed?.includes(each) ?? true);
  const decide = useAction(async (decision: Decision) => {
    try {
      await decideDeviceLogin(login!, decision, grantable(chosen));
    } catch (error) {
      // What an approval grants has changed, so it is shown again.
      if (error instanceof ApiProblem && error.problem.code === 'device_login_changed') await query.reload();
      throw error;
    }
    onDecided(login!, decision);
  });
  if (!login) {
    return (
      <>
        <QueryState query={query} label={t('device.reading')} />
        {query.error != null && <Button onClick={onAnother}>{t('device.another')}</Button>}
      </>
    );
  }
  const withheld = withheldPermissions(login);
  return (
    <div class="card">
      <h2>{t('device.question', { client: login.client.name, workspace: login.workspace.name })}</h2>
      <Notice kind="warning">
        <p>{t('device.warning')}</p>
      </Notice>
      <LoginFacts login={login} />
      {login.permissions.length === 0 ? (
        <p>{t('device.nothingToGrant')}</p>
      ) : (
        <DevicePermissions offered={login.permissions} chosen={chosen} onChosen={setNarrowed} />
      )}
      {login.permissions.length > 0 && withheld.length > 0 && (
        <p>{t('device.withheld', { permissions: withheld.join(', ') })}</p>
      )}
      {!isTyped && (
        <Check
          label={rich('device.compare', { code: login.user_code, b: asCode })}
          hint={t('device.compareHint')}
          checked={isCompared}
          onChecked={setCompared}
        />
      )}
      <ErrorMessage error={decide.error} />
      <div class="actions device-decision">
        <ActionButton
          class="primary"
          disabled={!isCompared || chosen.length === 0}
          isRunning={decide.isRunning}
          onClick={() => void decide.run('approve')}
        >
          {t('words.approve')}
        </ActionButton>
        <ActionButton isRunning={decide.isRunning} onClick={() => void decide.run('deny')}>
          {t('words.deny')}
        </ActionButton>
      </div>
    </div>
  );
}

function LoginFacts({ login }: { login: DeviceLogin }) {
  return (
    <dl class="facts">
      <Fact name={t('device.code')} class="user-code">
        <code>{login.user_code}</code>
      </Fact>
      <Fact name={t('device.device')}>{login.device_name ?? t('device.unnamed')}</Fact>
      <Fact name={t('device.address')}>
        <code>{login.source_ip}</code>
      </Fact>
      <Fact name={t('device.requested')}>
        <Time at={login.requested_at} />
      </Fact>
      <Fact name={t('device.expires')}>
        <Time at={login.expires_at} />
      </Fact>
      <Fact name={t('device.member')}>
        {t('device.memberText', { name: login.user.name, email: login.user.email })}
      </Fact>
    </dl>
  );
}
