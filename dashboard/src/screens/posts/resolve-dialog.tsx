import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog, TextField } from '../../components/form.tsx';
import { ifMatch, type LoadedContent, type Target } from '../../content/content.ts';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { reportedPart, resolutionTitle } from './resolution.ts';

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
    const named = outcome === 'published' && url.trim() ? { url: url.trim() } : {};
    const body = { outcome, schedule_id: target.schedule_id, ...reportedPart(target), ...named };
    const ofPlatform = content.targets.filter(({ platform }) => platform === target.platform);
    // A platform with several accounts has several targets, which only their accounts tell apart.
    const name = ofPlatform.length > 1 && target.account_id ? target.account_id : target.platform;
    const path = { id: content.id, platform: name };
    await intent.send([etag, body], (header) => {
      const params = { path, header: { ...header, ...ifMatch(etag) } };
      return unwrap(api.POST('/content/{id}/targets/{platform}/resolve', { params, body }));
    });
    onChanged(t(outcome === 'published' ? 'posts.markedPublished' : 'posts.markedFailed'));
    onClose();
  });
  return (
    <FormDialog
      title={resolutionTitle(target, platformName(target.platform))}
      action={send}
      submit={t('posts.saveOutcome')}
      onClose={onClose}
      afterError={
        send.error != null && (
          <p>
            <Button onClick={() => void onReload()}>{t('words.reload')}</Button>
          </p>
        )
      }
    >
      <fieldset>
        <legend>{t('words.outcome')}</legend>
        <label class="check">
          <input
            type="radio"
            name="outcome"
            required
            checked={outcome === 'published'}
            onChange={() => setOutcome('published')}
          />
          {t('posts.wasPublished')}
        </label>
        <label class="check">
          <input type="radio" name="outcome" checked={outcome === 'failed'} onChange={() => setOutcome('failed')} />
          {t('posts.wasNotPublished')}
        </label>
      </fieldset>
      {outcome === 'published' && (
        <TextField
          label={t('posts.postUrl')}
          type="url"
          value={url}
          onValue={setUrl}
          hint={t('posts.postUrlHint')}
          error={fieldError(send.error, '/url')}
        />
      )}
    </FormDialog>
  );
}
