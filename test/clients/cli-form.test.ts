import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { sendForm } from '../../clients/cli/src/form.ts';
import { listen } from '../../tools/local-stack/http.ts';

test('a redirect of an OAuth endpoint is an error, and the credentials reach no other server', async () => {
  let received = 0;
  const other = createServer((_request, response) => {
    received += 1;
    response.end('{}');
  });
  const otherPort = await listen(other, 0);
  const redirecting = createServer((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${otherPort}/auth/token` }).end();
  });
  const port = await listen(redirecting, 0);
  try {
    const sent = sendForm(`http://127.0.0.1:${port}/auth/token`, { refresh_token: 'key_1.secret' });
    await expect(sent).rejects.toMatchObject({ status: 307 });
    expect(received).toBe(0);
  } finally {
    other.close();
    redirecting.close();
  }
});
