import type { Schemas } from '../../api/client.ts';
import { Time } from '../../components/time.tsx';
import { attemptText, isAccepted } from './outcomes.ts';

/** The attempts of a delivery, newest first, with what the receiver responded. */
export function Attempts({ delivery }: { delivery: Schemas['Delivery'] }) {
  if (delivery.attempts.length === 0) return <p>No attempts yet.</p>;
  return (
    <>
      <h3>
        Attempts
        {delivery.attempt_count > delivery.attempts.length && (
          <small>
            {' '}
            (the last {delivery.attempts.length} of {delivery.attempt_count})
          </small>
        )}
      </h3>
      <ol class="attempts" reversed>
        {delivery.attempts.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <p>
              <span class={`status ${isAccepted(attempt.status) ? 'good' : 'bad'}`}>
                {isAccepted(attempt.status) ? 'accepted' : 'failed'}
              </span>{' '}
              {attemptText(attempt)}
              <span class="sub">
                Attempt {attempt.number}, <Time at={attempt.at} precise />
              </span>
            </p>
            {attempt.response_body !== '' && (
              <details>
                <summary>Response</summary>
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
