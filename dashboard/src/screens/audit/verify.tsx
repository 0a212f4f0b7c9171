import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { Notice, Progress } from '../../components/feedback.tsx';
import { FormDialog, TextField } from '../../components/form.tsx';
import { CopyValue } from '../../components/secret.tsx';
import { t } from '../../language/texts.ts';
import {
  continueVerification,
  formatHead,
  isIntact,
  nextPart,
  parseHead,
  type Verification,
  verificationProgress,
  verificationText,
} from './verification.ts';

// The most entries that one request verifies.
const PART_SIZE = 1000;

/** Verify the hash chain of the log, part by part, and say what was found. */
export function Verify({ onClose }: { onClose: () => void }) {
  const [stored, setStored] = useState('');
  const [verification, setVerification] = useState<Verification | null>(null);
  const since = parseHead(stored);
  const isInvalid = stored.trim() !== '' && since === null;
  const verify = useAction(async () => {
    setVerification(null);
    let sofar: Verification | null = null;
    let part: { from: number; previous_hash?: string } | null = since
      ? { from: since.number + 1, previous_hash: since.hash }
      : { from: 1 };
    while (part) {
      const query = { ...part, limit: PART_SIZE };
      const result = await unwrap(api.GET('/audit/verify', { params: { query } }));
      sofar = continueVerification(sofar, since, result);
      setVerification(sofar);
      part = nextPart(sofar);
    }
  });
  const hasEnded = verification !== null && !verify.isRunning && !verify.error;
  return (
    <FormDialog
      title={t('audit.verifyTitle')}
      action={verify}
      submit={verification ? t('audit.verifyAgain') : t('audit.verifySubmit')}
      isIncomplete={isInvalid}
      cancel={t('words.close')}
      onClose={onClose}
      afterError={hasEnded && <Result verification={verification} />}
    >
      <p>{t('audit.verifyText')}</p>
      <details class="more">
        <summary>{t('audit.againstCheckpoint')}</summary>
        <TextField
          label={t('audit.checkpointOptional')}
          autocomplete="off"
          hint={t('audit.checkpointHint')}
          error={isInvalid ? t('audit.checkpointInvalid') : null}
          value={stored}
          onValue={setStored}
        />
      </details>
      {verify.isRunning && <Progress label={verificationProgress(verification)} />}
    </FormDialog>
  );
}

function Result({ verification }: { verification: Verification }) {
  if (!isIntact(verification)) {
    return (
      <Notice kind="warning">
        <p>
          <strong>{t('audit.verificationFailed')}</strong> {verificationText(verification)}
        </p>
        <p>{t('audit.contactOperator')}</p>
      </Notice>
    );
  }
  const { head } = verification.last;
  return (
    <>
      <Notice kind="success">{verificationText(verification)}</Notice>
      <CopyValue label={t('audit.checkpoint')} value={formatHead(head)} />
      <p class="hint">{t('audit.saveCheckpoint')}</p>
    </>
  );
}
