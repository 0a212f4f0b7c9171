import { CisError } from './errors.ts';

/** A path alone is of the origin of the page. */
const BASE_URL = /^(https?:\/\/[^\s/?#@\\]+|(?=\/[^/]))(\/[^\s?#\\]*)?$/;

/** Return a base URL that ends with its version. Throws a `CisError` for a text that is none. */
export function checkedBaseUrl(text: string): string {
  if (!BASE_URL.test(text) || !URL.canParse(text, 'http://page')) {
    throw new CisError(
      'The base URL must be like https://social.example.com/v1, without credentials and query.',
      false,
    );
  }
  const base = text.replace(/\/+$/, '');
  return base.endsWith('/v1') ? base : `${base}/v1`;
}

/** Return the headers that name a workspace, by its id or as `external:` and an external id, and who of its users acts. */
export function workspaceHeaders(workspace: string, actor?: string): Record<string, string> {
  const [, externalId] = /^external:(.*)$/s.exec(workspace) ?? [];
  const name = externalId === undefined ? workspace : `external:${encodeURIComponent(externalId)}`;
  const headers = { workspace: checkedHeader('workspace', name) };
  return actor === undefined ? headers : { ...headers, actor: checkedHeader('actor', actor) };
}

/** Return the value of a header. Throws a `CisError` for one that could add another header. */
export function checkedHeader(name: string, value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  throw new CisError(`The ${name} may have printable ASCII characters only.`, false);
}
