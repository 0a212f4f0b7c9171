import { ApiError } from '../../core/problems/define-problem.ts';
import { type FieldError, validationError } from '../../core/problems/request-errors.ts';
import { describedBy, type TextFields, titledBy } from '../rules/text/text-alias.ts';

type Sent = { body: TextFields };
type Described<Request extends Sent> = Omit<Request, 'body'> & {
  body: ReturnType<typeof describedBy<Request['body']>>;
  sent: TextFields;
};
type Titled<Request extends Sent> = Omit<Request, 'body'> & { body: ReturnType<typeof titledBy<Request['body']>> };

/** Accept `text` for `description` in a request for a change, also as `sent`. The errors name the field that was sent. */
export function acceptText<Request extends Sent, Result>(handle: (request: Described<Request>) => Promise<Result>) {
  return (request: Request) =>
    namingText(request, () =>
      handle({ ...request, body: describedBy<Request['body']>(request.body), sent: request.body }),
    );
}

/** Accept `text` for `description` in a request for something new, whose title is by default the first line of the text. */
export function acceptTextAsTitle<Request extends Sent, Result>(handle: (request: Titled<Request>) => Promise<Result>) {
  return (request: Request) =>
    namingText(request, () => handle({ ...request, body: titledBy<Request['body']>(request.body) }));
}

/** Name the field in which the caller has sent the text. */
async function namingText<Result>({ body }: Sent, handle: () => Promise<Result>): Promise<Result> {
  try {
    return await handle();
  } catch (error) {
    if (body.text === undefined || body.description !== undefined) throw error;
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
    const errors = error.extensions.errors as FieldError[];
    throw validationError(
      errors.map((each) => (each.pointer === '/description' ? { ...each, pointer: '/text' } : each)),
    );
  }
}
