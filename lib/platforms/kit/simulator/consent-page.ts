import type { SimulatedResponse } from './simulated-http.ts';

/** A person or account that the browser is signed in with. */
export type SignedInAccount = { id: string; name: string };

/** What the page asks. `scopes`: each permission with its description. */
export interface ConsentQuestion {
  displayName: string;
  appName: string;
  accounts: readonly SignedInAccount[];
  scopes: readonly (readonly [scope: string, description: string])[];
  /** Whether the person can deny single permissions. */
  choosesScopes: boolean;
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 1.5rem; display: grid; justify-content: center; grid-template-columns: minmax(0, 28rem); }
  main { border: 1px solid #8888; border-radius: .75rem; padding: 1.5rem; }
  h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 1rem; }
  fieldset { border: 0; margin: 0 0 1rem; padding: 0; }
  legend { font-weight: 600; padding: 0; }
  label { display: flex; gap: .5rem; padding: .25rem 0; }
  small { display: block; opacity: .8; overflow-wrap: anywhere; }
  button { font: inherit; padding: .5rem 1.25rem; border-radius: 2rem; border: 1px solid; cursor: pointer; }
  .note { opacity: .8; font-size: .875rem; margin: 0 0 1rem; }
`;

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => names[character]!);
}

function toPage(status: number, title: string, main: string): SimulatedResponse {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
<main>
${main}
</main>
</html>
`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers, body };
}

/** Build the page that asks a person to allow an app. It works without JavaScript. */
export function consentPage(question: ConsentQuestion): SimulatedResponse {
  const platform = escapeHtml(question.displayName);
  const accounts = question.accounts.map(
    ({ id, name }, index) =>
      `<label><input type="radio" name="account" value="${escapeHtml(id)}"${index === 0 ? ' checked' : ''}>
      <span>${escapeHtml(name)}</span></label>`,
  );
  const scopes = question.scopes.map(([scope, description]) => {
    const text = `<span>${escapeHtml(description)} <small>${escapeHtml(scope)}</small></span>`;
    if (!question.choosesScopes) return `<label>• ${text}</label>`;
    return `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked> ${text}</label>`;
  });
  return toPage(
    200,
    `${platform} (simulated)`,
    `<p class="note">Simulated ${platform}. No request leaves this computer.</p>
<h1>${escapeHtml(question.appName)} wants to access your ${platform} account</h1>
<form method="post">
  <fieldset><legend>Signed in as</legend>
    ${accounts.join('\n    ')}
  </fieldset>
  <fieldset><legend>The app will be able to</legend>
    ${scopes.join('\n    ')}
  </fieldset>
  <button name="decision" value="allow">Allow</button>
  <button name="decision" value="deny">Deny</button>
</form>`,
  );
}

/** Build the page for a request that a platform does not answer by a redirect. */
export function consentErrorPage(displayName: string, message: string): SimulatedResponse {
  const platform = escapeHtml(displayName);
  return toPage(400, `${platform} (simulated)`, `<h1>Something went wrong</h1>\n<p>${escapeHtml(message)}</p>`);
}
