import { useState } from 'preact/hooks';
import type { Decision, DeviceLogin } from '../../api/device-logins.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/feedback.tsx';
import { ActionForm, TextField } from '../../components/form.tsx';
import { useHashQuery } from '../../components/use-hash-query.ts';
import { t } from '../../language/texts.ts';
import { ReviewLogin } from './review-login.tsx';

/** Give a program on another device access, by the code that it shows. */
export default function Device() {
  const [query, setQuery] = useHashQuery();
  const [typed, setTyped] = useState('');
  const [outcome, setOutcome] = useState<{ of: string; login: DeviceLogin; decision: Decision } | null>(null);
  const code = query.get('code') ?? '';
  const enter = (entered: string) => {
    setTyped(entered);
    setQuery(entered === '' ? {} : { code: entered });
  };
  return (
    <>
      <h1>{t('device.title')}</h1>
      {outcome?.of === code ? (
        <Outcome {...outcome} onAnother={() => enter('')} />
      ) : code === '' ? (
        <EnterCode onEntered={enter} />
      ) : (
        <ReviewLogin
          key={code}
          code={code}
          isTyped={code === typed}
          onDecided={(login, decision) => setOutcome({ of: code, login, decision })}
          onAnother={() => enter('')}
        />
      )}
    </>
  );
}

function EnterCode({ onEntered }: { onEntered: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <ActionForm action={{ run: () => onEntered(code.trim()), error: null }} class="card">
      <p>{t('device.intro')}</p>
      <TextField
        label={t('device.code')}
        required
        maxLength={64}
        autocomplete="off"
        hint={t('device.codeHint')}
        value={code}
        onValue={setCode}
      />
      <Button type="submit" class="primary">
        {t('device.continue')}
      </Button>
    </ActionForm>
  );
}

interface OutcomeProps {
  login: DeviceLogin;
  decision: Decision;
  onAnother: () => void;
}

function Outcome({ login, decision, onAnother }: OutcomeProps) {
  const device = login.device_name ?? login.client.name;
  return (
    <>
      {decision === 'approve' ? (
        <>
          <Notice kind="success">
            <p>{t('device.approved', { device, workspace: login.workspace.name })}</p>
          </Notice>
          <p>{t('device.approvedText')}</p>
        </>
      ) : (
        <Notice>
          <p>{t('device.denied')}</p>
        </Notice>
      )}
      <Button onClick={onAnother}>{t('device.another')}</Button>
    </>
  );
}
