import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { newIdempotencyKey } from '../../api/intent.ts';
import { Notice, Progress } from '../../components/feedback.tsx';
import { FormDialog, SelectField } from '../../components/form.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { EVENT_KINDS, type EventKind } from './event-kinds.ts';
import { failureText } from './outcomes.ts';

interface TestEndpointProps {
  endpoint: Schemas['Webhook'];
  onTested: () => void;
  onClose: () => void;
}

/** Send one test delivery with sample data, and show what the receiver responded. */
export function TestEndpoint({ endpoint, onTested, onClose }: TestEndpointProps) {
  const [kind, setKind] = useState<EventKind>('content.published');
  const [result, setResult] = useState<Schemas['WebhookTestResult'] | null>(null);
  const test = useAction(async () => {
    setResult(null);
    // Each test is an intent of its own: a repeated one must be sent again.
    const params = { path: { id: endpoint.id }, header: { 'Idempotency-Key': newIdempotencyKey() } };
    setResult(await unwrap(api.POST('/webhooks/{id}/test', { params, body: { event_type: kind } })));
    onTested();
  });
  return (
    <FormDialog
      title={t('webhooks.testTitle')}
      action={test}
      submit={result ? t('webhooks.testAgain') : t('webhooks.test')}
      cancel={t('words.close')}
      onClose={onClose}
    >
      <p>{rich('webhooks.testText', { url: endpoint.url, code: (text) => <code>{text}</code> })}</p>
      <SelectField
        label={t('webhooks.event')}
        value={kind}
        options={EVENT_KINDS.map((value) => ({ value, label: value }))}
        onValue={setKind}
      />
      {test.isRunning && <Progress label={t('webhooks.testWaiting')} />}
      {result && (
        <Notice kind={result.status === 'delivered' ? 'success' : 'warning'}>
          <p>
            <strong>{result.status === 'delivered' ? t('webhooks.testDelivered') : t('webhooks.testFailed')}</strong>{' '}
            {result.response_status === null
              ? failureText(result.error ?? 'unknown')
              : t('webhooks.testResponded', { status: result.response_status })}{' '}
            <Time at={result.delivered_at} precise />
          </p>
          {result.status === 'failed' && <p>{t('webhooks.testExpected')}</p>}
        </Notice>
      )}
    </FormDialog>
  );
}
