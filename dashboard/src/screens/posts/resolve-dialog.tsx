import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';
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
    const params = {
      path: { id: content.id, platform: name },
      header: { ...ifMatch(etag), 'Idempotency-Key': intent.keyFor([etag, body]) },
    };
    await unwrap(api.POST('/content/{id}/targets/{platform}/resolve', { params, body }));
    intent.end();
    onChanged(outcome === 'published' ? 'The target is recorded as published.' : 'The target is recorded as failed.');
    onClose();
  });
  return (
    <Dialog title={`Was it published on ${platformName(target.platform)}?`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send.run();
        }}
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
        <ErrorMessage error={send.error} onRetry={() => void send.run()} />
        {send.error != null && (
          <p>
            <button type="button" onClick={() => void onReload()}>
              Load the current state
            </button>
          </p>
        )}
        <footer class="actions end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={send.isRunning}>
            Save the outcome
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
