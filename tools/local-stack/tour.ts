import type { Demo } from './demo.ts';

/**
 * Render the start message: URLs, a sign-in link and the credentials of the demo workspace, and commands to paste.
 * The commands need a shell, curl and sed.
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

Commands to paste (docs/tour.md has more):

# 1. Get an access token
TOKEN=$(curl -s ${base_url}/auth/token -d grant_type=client_credentials -d client_id=${client_id} -d client_secret=${client_secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); echo $TOKEN
# 2. Register a webhook endpoint (the local inbox stores what it receives)
curl -s ${base_url}/webhooks -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"url":"${origin}/_inbox/tour","events":["*"]}'; echo
# 3. Schedule a post for X and LinkedIn in five seconds
curl -s ${base_url}/content -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"title":"Hello","description":"Hello from the tour, '$(date +%s)' #hello","platforms":["twitter","linkedin"],"scheduled_at":"'$(date -u -d '+5 seconds' +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -v+5S +%Y-%m-%dT%H:%M:%SZ)'"}'; echo
# 4. After eight seconds: published, once on each platform
sleep 8; curl -s ${base_url}/content -H "Authorization: Bearer $TOKEN"; echo; curl -s ${origin}/_simulator/posts; echo
# 5. List the signed webhook deliveries
curl -s ${origin}/_inbox/tour; echo
# 6. Read metrics (the local service polls every minute)
curl -s ${base_url}/analytics/performance -H "Authorization: Bearer $TOKEN"; echo
`;
}
