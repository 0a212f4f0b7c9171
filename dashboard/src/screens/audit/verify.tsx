import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { Notice, Progress } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { CopyValue } from '../../components/secret.tsx';
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
      title="Verify the audit log"
      action={verify}
      submit={verification ? 'Verify again' : 'Verify'}
      isIncomplete={isInvalid}
      cancel="Close"
      onClose={onClose}
      afterError={hasEnded && <Result verification={verification} />}
    >
      <p>Recomputes the hash chain and compares the last entry with the latest one that the service recorded.</p>
      <details class="more">
        <summary>Verify against a saved checkpoint</summary>
        <TextField
          label="Checkpoint (optional)"
          autocomplete="off"
          hint="An entry number and its hash, copied from an earlier verification. Also detects a complete rewrite of the log."
          error={isInvalid ? 'Enter a number, a space and 64 hexadecimal digits.' : null}
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
          <strong>Verification failed.</strong> {verificationText(verification)}
        </p>
        <p>Contact the service operator. Keep a copy of the log. Do not rely on entries after this point.</p>
      </Notice>
    );
  }
  const { head } = verification.last;
  return (
    <>
      <Notice kind="success">{verificationText(verification)}</Notice>
      <CopyValue label="Checkpoint" value={formatHead(head)} />
      <p class="hint">
        Save this checkpoint outside the service. A later verification against it also detects a complete rewrite of the
        log.
      </p>
    </>
  );
}
