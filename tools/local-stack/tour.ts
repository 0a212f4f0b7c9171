import type { Demo } from './demo.ts';

/** The commands of the README that publish a first post. They need a POSIX shell and curl. */
const FIRST_POST = `token=$(npm run -s token)
id=$(curl -s http://127.0.0.1:3000/v1/content -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"title":"Hello at '$(date +%T)'","platforms":["twitter","bluesky"]}' | cut -d'"' -f4)
curl -s -X PUT http://127.0.0.1:3000/v1/content/$id -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"status":"published"}' | grep -oE '"(status|url|detail)":"[^"]*"'`;

/**
 * Render the start message: URLs, a sign-in link and the credentials of the demo workspace, and the commands that publish
 * a first post.
 */
export function tour({ workspaceName, credentials, signInUrl }: Demo, port: number, folder: string): string {
  const { base_url, client_id, client_secret } = credentials;
  const origin = `http://127.0.0.1:${port}`;
  return `
Content Intelligence Service is running.

  workspace      ${workspaceName}
  base url       ${base_url}
  dashboard      ${signInUrl}
                 (signs in once, within 24 hours; ${origin}/_outbox shows the emails with later links)
  API docs       ${origin}/docs/
  client id      ${client_id}
  client secret  ${client_secret}
  (also in ${folder}/credentials.json; ${folder} holds the data; Ctrl-C stops the service)

A first post, on the simulated X and Bluesky. Paste these lines in this folder (docs/tour.md has more):

${FIRST_POST.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)}
`;
}
