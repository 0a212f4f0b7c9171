import type { Demo } from './demo.ts';

/** The command of the README that publishes a first post. */
const FIRST_POST = 'npx cis post "Hello at $(date +%T)" --to x,bluesky --wait';

/**
 * Render the start message: URLs, a sign-in link and the credentials of the demo workspace, and the command that
 * publishes a first post.
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

A first post, on the simulated X and Bluesky. Paste this line in this folder (docs/cli.md and docs/tour.md have more):

${FIRST_POST}
`;
}
