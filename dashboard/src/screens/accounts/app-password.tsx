import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionForm, FormEnd, TextField } from '../../components/form.tsx';
import { rich, t } from '../../language/texts.ts';
import { type AppPasswordGuide, localText, type Platform } from '../../platforms.ts';

interface AppPasswordProps {
  platform: Platform;
  guide: AppPasswordGuide;
  /** The account to reconnect. */
  account: Schemas['Account'] | undefined;
  onConnected: (account: Schemas['Account']) => void;
  onBack: () => void;
}

/** Connect an account with an app password, for servers without a page that gives access. */
export function AppPassword({ platform, guide, account, onConnected, onBack }: AppPasswordProps) {
  const [externalId, setExternalId] = useState(account?.external_id ?? '');
  const [password, setPassword] = useState('');
  const intent = useIntent();
  const connect = useAction(async () => {
    const body = {
      platform,
      sandbox: false,
      external_id: externalId.trim(),
      app_password: password,
    };
    const connected = await intent.send(body, (header) => unwrap(api.POST('/accounts', { params: { header }, body })));
    onConnected(connected);
  });
  return (
    <ActionForm action={connect}>
      <p>
        {rich('accounts.appPasswordText', {
          site: guide.site,
          menu: localText(guide.menu),
          em: (content) => <em>{content}</em>,
        })}
      </p>
      <TextField
        label={localText(guide.identifier)}
        required
        maxLength={100}
        autocomplete="off"
        error={fieldError(connect.error, '/external_id')}
        value={externalId}
        onValue={setExternalId}
      />
      <TextField
        label={t('accounts.appPassword')}
        type="password"
        required
        maxLength={200}
        autocomplete="off"
        hint={t('accounts.format', { form: guide.form })}
        error={fieldError(connect.error, '/app_password')}
        value={password}
        onValue={setPassword}
      />
      <FormEnd
        action={connect}
        submit={t('accounts.connect')}
        running={t('accounts.connecting')}
        cancel={t('accounts.back')}
        onCancel={onBack}
      />
    </ActionForm>
  );
}
