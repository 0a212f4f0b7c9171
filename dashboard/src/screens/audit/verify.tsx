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
      <p>
        Recomputes the hash of every entry, follows every link, and compares the end of the log with the newest entry
        that the service recorded.
      </p>
      <details class="more">
        <summary>Compare with an end of the log that you stored earlier</summary>
        <TextField
          label="Stored end (optional)"
          autocomplete="off"
          hint="The number of an entry and its hash, as you copied them here. Also detects a log that was rewritten completely."
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
          <strong>The log is broken.</strong> {verificationText(verification)}
        </p>
        <p>
          Contact the operator of the service. Keep a copy of the entries, and do not rely on those after the break.
        </p>
      </Notice>
    );
  }
  const { head } = verification.last;
  return (
    <>
      <Notice kind="success">{verificationText(verification)}</Notice>
      <CopyValue label="End of the log" value={formatHead(head)} />
      <p class="hint">
        Store it outside of this service, for example in an email. With it, a later verification also detects a log that
        was rewritten completely.
      </p>
    </>
  );
}
