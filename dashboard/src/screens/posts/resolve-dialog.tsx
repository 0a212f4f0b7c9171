import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { TextField } from '../../components/form.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ifMatch, type LoadedContent, type Target } from '../../content/content.ts';
import { platformName } from '../../platforms.ts';

interface ResolveProps {
  loaded: LoadedContent;
  target: Target;
  onClose: () => void;
  onChanged: (message: string) => void;
  onReload: () => Promise<void>;
}

/** Ask what a person found on the platform about a target whose outcome is unknown. */
export function ResolveDialog({ loaded, target, onClose, onChanged, onReload }: ResolveProps) {
  const { content, etag } = loaded;
  const [outcome, setOutcome] = useState<'published' | 'failed' | null>(null);
  const [url, setUrl] = useState('');
  const intent = useIntent();
  const send = useAction(async () => {
    if (!outcome) return;
    const body = { outcome, ...(outcome === 'published' && url.trim() ? { url: url.trim() } : {}) };
    const ofPlatform = content.targets.filter(({ platform }) => platform === target.platform);
    // A platform with several accounts has several targets, which only their accounts tell apart.
    const name = ofPlatform.length > 1 && target.account_id ? target.account_id : target.platform;
    const path = { id: content.id, platform: name };
    await intent.send([etag, body], (header) => {
      const params = { path, header: { ...header, ...ifMatch(etag) } };
      return unwrap(api.POST('/content/{id}/targets/{platform}/resolve', { params, body }));
    });
    onChanged(outcome === 'published' ? 'The target is recorded as published.' : 'The target is recorded as failed.');
    onClose();
  });
  return (
    <FormDialog
      title={`Was it published on ${platformName(target.platform)}?`}
      action={send}
      submit="Save the outcome"
      onClose={onClose}
      afterError={
        send.error != null && (
          <p>
            <button type="button" onClick={() => void onReload()}>
              Load the current state
            </button>
          </p>
        )
      }
    >
      <fieldset>
        <legend>What you found on the account</legend>
        <label class="check">
          <input
            type="radio"
            name="outcome"
            required
            checked={outcome === 'published'}
            onChange={() => setOutcome('published')}
          />
          The post is there
        </label>
        <label class="check">
          <input type="radio" name="outcome" checked={outcome === 'failed'} onChange={() => setOutcome('failed')} />
          The post is not there, so it may be retried
        </label>
      </fieldset>
      {outcome === 'published' && (
        <TextField
          label="Address of the post"
          type="url"
          value={url}
          onValue={setUrl}
          hint="Optional. With it, the metrics of the post can be read."
          error={fieldError(send.error, '/url')}
        />
      )}
    </FormDialog>
  );
}
