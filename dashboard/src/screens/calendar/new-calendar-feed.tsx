import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { FormDialog, SelectField, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';

interface NewCalendarFeedProps {
  accounts: Schemas['Account'][];
  onClose: () => void;
  onCreated: (feed: Schemas['CalendarFeedUrl']) => void;
}

/** Create a calendar feed of the workspace or of an account. */
export function NewCalendarFeed({ accounts, onClose, onCreated }: NewCalendarFeedProps) {
  const [name, setName] = useState('');
  const [account, setAccount] = useState('');
  const intent = useIntent();
  const create = useAction(async () => {
    const body = { ...(name === '' ? {} : { name }), ...(account === '' ? {} : { scope: { account } }) };
    onCreated(await intent.send(body, (header) => unwrap(api.POST('/calendar-feeds', { params: { header }, body }))));
  });
  const options = [
    { value: '', label: t('calendar.allPosts') },
    ...accounts.map(({ id, name: label }) => ({ value: id, label })),
  ];
  return (
    <FormDialog title={t('calendar.newFeed')} action={create} submit={t('calendar.createFeed')} onClose={onClose}>
      <SelectField
        label={t('words.posts')}
        value={account}
        options={options}
        onValue={setAccount}
        error={fieldError(create.error, '/scope/account')}
      />
      <TextField
        label={t('calendar.feedName')}
        value={name}
        onValue={setName}
        maxLength={200}
        hint={t('calendar.feedNameHint')}
        error={fieldError(create.error, '/name')}
      />
    </FormDialog>
  );
}
