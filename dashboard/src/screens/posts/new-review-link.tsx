import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { FormDialog, SelectField, TextField } from '../../components/form.tsx';
import { CopyValue } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { fromLocalInput, toLocalInput } from '../../times.ts';
import { toWords } from '../../words.ts';

type LinkPermission = 'comment' | 'approve';

const DEFAULT_DAYS = 14;

interface NewReviewLinkProps {
  contentId: string;
  onClose: () => void;
  onCreated: () => void;
}

/** Create a review link. Its URL is shown once. */
export function NewReviewLink({ contentId, onClose, onCreated }: NewReviewLinkProps) {
  const { timeZone } = useTimeZone();
  const canApprove = usePermission('content:approve');
  const [name, setName] = useState('');
  const [permission, setPermission] = useState<LinkPermission>('comment');
  const [expiresAt, setExpiresAt] = useState<string | null>(() =>
    new Date(Date.now() + DEFAULT_DAYS * 86_400_000).toISOString(),
  );
  const [created, setCreated] = useState<{ url: string; expires_at: string } | null>(null);
  const intent = useIntent();
  const create = useAction(async () => {
    const body = { name, permission, ...(expiresAt ? { expires_at: expiresAt } : {}) };
    const path = { id: contentId };
    const link = await intent.send(body, (header) =>
      unwrap(api.POST('/content/{id}/review-links', { params: { path, header }, body })),
    );
    setCreated(link);
    onCreated();
  });
  if (created) {
    return (
      <Dialog title={t('posts.linkFor', { name })} onClose={onClose}>
        <Notice kind="warning">
          <p>{t('posts.copyLink')}</p>
        </Notice>
        <CopyValue label={t('words.url')} value={created.url} />
        <p>{rich('posts.linkExpires', { time: () => <Time at={created.expires_at} /> })}</p>
        <footer>
          <Button class="primary" onClick={onClose}>
            {t('words.done')}
          </Button>
        </footer>
      </Dialog>
    );
  }
  const options: { value: LinkPermission; label: string }[] = [
    { value: 'comment', label: t('words.comment') },
    ...(canApprove ? [{ value: 'approve' as const, label: t('posts.mayApprove') }] : []),
  ];
  return (
    <FormDialog title={t('posts.createLink')} action={create} submit={t('posts.createLinkSubmit')} onClose={onClose}>
      <TextField
        label={t('posts.reviewerName')}
        value={name}
        onValue={setName}
        required
        maxLength={200}
        hint={t('posts.reviewerNameHint')}
        error={fieldError(create.error, '/name')}
      />
      <SelectField
        label={t('posts.permission')}
        value={permission}
        options={options}
        onValue={setPermission}
        hint={permission === 'approve' ? t('posts.permissionHint') : undefined}
        error={fieldError(create.error, '/permission')}
      />
      <TextField
        label={t('posts.expires', { zone: toWords(timeZone) })}
        type="datetime-local"
        required
        value={expiresAt ? toLocalInput(expiresAt, timeZone) : ''}
        onValue={(value) => setExpiresAt(fromLocalInput(value, timeZone, expiresAt))}
        hint={t('posts.expiresHint')}
        error={fieldError(create.error, '/expires_at')}
      />
    </FormDialog>
  );
}
