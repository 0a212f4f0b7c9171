import type { ProblemKind } from '../contract/problem-kinds.ts';
import { escaped, page } from './html.ts';

/** The page of one kind of problem. */
export function problemPage(kind: ProblemKind): string {
  const terms: [string, string][] = [
    ['What it means', escaped(kind.meaning)],
    ['What to do', escaped(kind.remedy)],
    ['May the same request succeed later?', kind.retryable ? 'Yes' : 'No'],
    ['Status', String(kind.status)],
    ['Code', `<code>${escaped(kind.code)}</code>`],
    ['Type', `<code>${escaped(kind.type)}</code>`],
  ];
  const list = terms.map(([term, said]) => `<dt>${term}</dt><dd>${said}</dd>`).join('');
  const example = escaped(JSON.stringify(kind.example, null, 2));
  return page(
    `${kind.code} (${kind.status})`,
    `<h1>${escaped(kind.title)}</h1><dl>${list}</dl><h2>Example</h2><pre>${example}</pre><p><a href="/v1/problems">All problems</a> · <a href="/v1/docs">The API</a></p>`,
  );
}

/** The page that lists every kind of problem. */
export function problemListPage(kinds: ProblemKind[]): string {
  const rows = kinds.map(
    ({ status, code, type, title }) =>
      `<tr><td>${status}</td><td><a href="${escaped(type)}"><code>${escaped(code)}</code></a></td><td>${escaped(title)}</td></tr>`,
  );
  return page(
    'Problems',
    `<h1>Problems</h1><p>Every refusal is <code>application/problem+json</code> (RFC 9457) and has one of these codes.</p><table>${rows.join('')}</table><p><a href="/v1/docs">The API</a></p>`,
  );
}
