import type { IncomingMessage, ServerResponse } from 'node:http';

const PATH = '/_invitation';

// The token is in the fragment, which the browser does not send; the page posts it and shows the response.
const PAGE = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Invitation</title>
<h1>Invitation</h1>
<form>
  <label>Your name <input name="name" required maxlength="200" autocomplete="name"></label>
  <button>Accept</button>
</form>
<pre></pre>
<script>
  const form = document.querySelector('form');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
    const response = await fetch('/v1/team/invitations/accept', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, name: form.elements.name.value }),
    });
    document.querySelector('pre').textContent = JSON.stringify(await response.json(), null, 2);
    if (response.ok) form.remove();
  });
</script>
`;

/**
 * Serve the page that accepts invitations in place of that of a deployed stage: `/_invitation#token=…`. False,
 * having done nothing, for every other path.
 */
export function handleInvitationPage(request: IncomingMessage, response: ServerResponse): boolean {
  const { pathname } = new URL(request.url ?? '/', 'http://page');
  if (pathname !== PATH) return false;
  request.resume();
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'",
  });
  response.end(PAGE);
  return true;
}
