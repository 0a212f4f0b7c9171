import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { isProblem, type Problem } from '../../api/problem.ts';
import type { ContentBody } from './draft-request.ts';

export type Checks = Schemas['Validate'];
export type FieldErrors = NonNullable<Problem['errors']>;

/** What the API says about the present draft: its counts and warnings, or the errors of its fields. */
export interface CheckState {
  checks: Checks | null;
  errors: FieldErrors;
  /** Why the check itself failed, so that nothing is known about the present draft. */
  failure: unknown;
  isChecking: boolean;
  repeat: () => void;
}

const PAUSE_MS = 400;
const NOTHING = { checks: null, errors: [] as FieldErrors, failure: null };

/** The draft, and the id of the item that it changes: an item is no duplicate of itself. */
type CheckedBody = Schemas['ContentValidate'];

/** Check a draft with the API after each pause in typing. Only the answer about the latest state counts. */
export function useChecks(body: ContentBody | null, savedId?: string): CheckState {
  const text = JSON.stringify(body && { ...body, content_id: savedId });
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<CheckState, 'repeat'>>({ ...NOTHING, isChecking: false });
  useEffect(() => {
    const parsed: CheckedBody | null = JSON.parse(text);
    if (!parsed) {
      setState({ ...NOTHING, isChecking: false });
      return;
    }
    const abort = new AbortController();
    setState((last) => ({ ...last, isChecking: true }));
    const timer = setTimeout(async () => {
      try {
        const found = await check(parsed, abort.signal);
        if (!abort.signal.aborted) setState({ ...found, failure: null, isChecking: false });
      } catch (failure) {
        if (!abort.signal.aborted) setState({ ...NOTHING, failure, isChecking: false });
      }
    }, PAUSE_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [text, attempt]);
  return { ...state, repeat: () => setAttempt((last) => last + 1) };
}

async function check(body: CheckedBody, signal: AbortSignal): Promise<Pick<CheckState, 'checks' | 'errors'>> {
  try {
    return { checks: await validate(body, signal), errors: [] };
  } catch (error) {
    if (!isProblem(error, 422)) throw error;
    const errors = error.problem.errors ?? [];
    const rest = withoutFailing(body, errors);
    // The API counts nothing for a draft with an error, so the platforms without one are checked alone.
    return { checks: rest ? await validate(rest, signal).catch(() => null) : null, errors };
  }
}

function validate(body: CheckedBody, signal: AbortSignal): Promise<Checks> {
  return unwrap(api.POST('/content/validate', { body, signal }));
}

function withoutFailing(body: ContentBody, errors: FieldErrors): ContentBody | null {
  const failing: (string | undefined)[] = errors.map(({ platform }) => platform);
  if (failing.includes(undefined)) return null;
  const platforms = body.platforms.filter((platform) => !failing.includes(platform));
  if (platforms.length === 0) return null;
  // The accounts of the other platforms would be foreign.
  const { accounts: _, ...fields } = body;
  return { ...fields, platforms };
}
