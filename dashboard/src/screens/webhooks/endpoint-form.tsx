import { useState } from 'preact/hooks';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { FormDialog, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { KindChoice } from './kind-choice.tsx';

type Kinds = Schemas['WebhookCreate']['events'];

interface CreateEndpointProps {
  onCreated: (endpoint: Schemas['WebhookCreated']) => void;
  onClose: () => void;
}

/** The form of a new webhook endpoint. */
export function CreateEndpoint({ onCreated, onClose }: CreateEndpointProps) {
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState<string[]>(['*']);
  const [secret, setSecret] = useState('');
  const intent = useIntent();
  const create = useAction(async () => {
    const body = { url: url.trim(), events: kinds as Kinds, ...(secret === '' ? {} : { secret }) };
    const endpoint = await intent.send(body, (header) => unwrap(api.POST('/webhooks', { params: { header }, body })));
    onCreated(endpoint);
  });
  return (
    <FormDialog
      title={t('webhooks.createTitle')}
      action={create}
      submit={t('webhooks.add')}
      running={t('webhooks.adding')}
      isIncomplete={kinds.length === 0}
      onClose={onClose}
    >
      <EndpointUrl value={url} onValue={setUrl} error={create.error} />
      <KindChoice chosen={kinds} onChosen={setKinds} error={fieldError(create.error, '/events')} />
      <details class="more">
        <summary>{t('webhooks.ownSecret')}</summary>
        <TextField
          label={t('webhooks.ownSecretLabel')}
          autocomplete="off"
          hint={t('webhooks.ownSecretHint')}
          error={fieldError(create.error, '/secret')}
          value={secret}
          onValue={setSecret}
        />
      </details>
    </FormDialog>
  );
}

interface EditEndpointProps {
  endpoint: Schemas['Webhook'];
  onSaved: (endpoint: Schemas['Webhook']) => void;
  onClose: () => void;
}

/** The form that changes the URL and the events of an endpoint. */
export function EditEndpoint({ endpoint, onSaved, onClose }: EditEndpointProps) {
  const [url, setUrl] = useState(endpoint.url);
  const [kinds, setKinds] = useState<string[]>(endpoint.events);
  const save = useAction(async () => {
    const params = { path: { id: endpoint.id } };
    const body = changedFields({ url: url.trim(), events: kinds as Kinds }, endpoint);
    onSaved(hasFields(body) ? await unwrap(api.PUT('/webhooks/{id}', { params, body })) : endpoint);
  });
  return (
    <FormDialog
      title={t('webhooks.editTitle')}
      action={save}
      submit={t('words.save')}
      running={t('words.saving')}
      isIncomplete={kinds.length === 0}
      onClose={onClose}
    >
      <EndpointUrl value={url} onValue={setUrl} error={save.error} />
      {url.trim() !== endpoint.url && <p class="hint">{t('webhooks.newUrlHint')}</p>}
      <KindChoice chosen={kinds} onChosen={setKinds} error={fieldError(save.error, '/events')} />
    </FormDialog>
  );
}

function EndpointUrl({ value, onValue, error }: { value: string; onValue: (url: string) => void; error: unknown }) {
  return (
    <TextField
      label={t('words.url')}
      type="url"
      required
      maxLength={2048}
      autocomplete="off"
      hint={t('webhooks.urlHint')}
      error={fieldError(error, '/url')}
      value={value}
      onValue={onValue}
    />
  );
}
