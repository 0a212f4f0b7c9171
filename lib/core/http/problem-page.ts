import type { ProblemKind } from '../problems/problem-kinds.ts';
import { escapeHtmlAttribute, htmlPage } from './html.ts';

/** Build the page of one problem type. `docsUrl` is the address of the API reference. */
export function problemPage(kind: ProblemKind, docsUrl: string): string {
  const terms: [string, string][] = [
    ['Meaning', escapeHtmlAttribute(kind.meaning)],
    ['Resolution', escapeHtmlAttribute(kind.remedy)],
    ['Retryable', kind.retryable ? 'Yes' : 'No'],
    ['HTTP status', String(kind.status)],
    ['Code', `<code>${escapeHtmlAttribute(kind.code)}</code>`],
    ['Type', `<code>${escapeHtmlAttribute(kind.type)}</code>`],
  ];
  const list = terms.map(([term, description]) => `<dt>${term}</dt><dd>${description}</dd>`).join('');
  const example = escapeHtmlAttribute(JSON.stringify(kind.example, null, 2));
  return htmlPage(
    `${kind.code} (${kind.status})`,
    `<h1>${escapeHtmlAttribute(kind.title)}</h1><dl>${list}</dl><h2>Example</h2><pre>${example}</pre><p><a href="/v1/problems">All problems</a> · <a href="${escapeHtmlAttribute(docsUrl)}">API reference</a></p>`,
  );
}

/** Build the page that lists all problem types. `docsUrl` is the address of the API reference. */
export function problemListPage(kinds: ProblemKind[], docsUrl: string): string {
  const rows = kinds.map(
    ({ status, code, type, title }) =>
      `<tr><td>${status}</td><td><a href="${escapeHtmlAttribute(type)}"><code>${escapeHtmlAttribute(code)}</code></a></td><td>${escapeHtmlAttribute(title)}</td></tr>`,
  );
  return htmlPage(
    'Problems',
    `<h1>Problems</h1><p>Errors are returned as <code>application/problem+json</code> (RFC 9457) with one of these codes.</p><table>${rows.join('')}</table><p><a href="${escapeHtmlAttribute(docsUrl)}">API reference</a></p>`,
  );
}
