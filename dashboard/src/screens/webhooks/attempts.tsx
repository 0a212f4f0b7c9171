import type { Schemas } from '../../api/client.ts';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { attemptText, isAccepted } from './outcomes.ts';

/** The attempts of a delivery, newest first, with what the receiver responded. */
export function Attempts({ delivery }: { delivery: Schemas['Delivery'] }) {
  if (delivery.attempts.length === 0) return <p>{t('webhooks.noAttempts')}</p>;
  return (
    <>
      <h3>
        {delivery.attempt_count > delivery.attempts.length
          ? t('webhooks.attemptsLast', { shown: delivery.attempts.length, count: delivery.attempt_count })
          : t('webhooks.attempts')}
      </h3>
      <ol class="attempts" reversed>
        {delivery.attempts.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <p>
              <span class={`status ${isAccepted(attempt.status) ? 'good' : 'bad'}`}>
                {isAccepted(attempt.status) ? t('webhooks.accepted') : t('webhooks.failed')}
              </span>{' '}
              {attemptText(attempt)}
              <span class="sub">
                {rich('webhooks.attemptNumber', {
                  number: attempt.number,
                  time: () => <Time at={attempt.at} precise />,
                })}
              </span>
            </p>
            {attempt.response_body !== '' && (
              <details>
                <summary>{t('webhooks.response')}</summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls a long response. */}
                <pre class="payload" tabIndex={0}>
                  {attempt.response_body}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
