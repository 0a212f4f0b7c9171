import type { Credentials } from './demo.ts';

/**
 * What a newcomer is shown: where the service is, the demo's credentials, and commands to paste one after
 * the other. They need nothing but a shell, curl and sed.
 */
export function tour(credentials: Credentials, port: number, folder: string): string {
  const { base_url, client_id, client_secret } = credentials;
  const origin = `http://127.0.0.1:${port}`;
  return `
Content Intelligence Service, running here.

  base url       ${base_url}
  to read        ${base_url}/docs
  client id      ${client_id}
  client secret  ${client_secret}
  (also in ${folder}/credentials.json; data lives in ${folder}, Ctrl-C stops)

A tour to paste, line by line:

# 1. A token
TOKEN=$(curl -s ${base_url}/auth/token -d grant_type=client_credentials -d client_id=${client_id} -d client_secret=${client_secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); echo $TOKEN
# 2. A receiver for webhooks (this machine keeps what arrives in an inbox)
curl -s ${base_url}/webhooks -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"url":"${origin}/_inbox/tour","events":["*"]}'; echo
# 3. A post for X and LinkedIn, five seconds from now
curl -s ${base_url}/content -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"title":"Hello","description":"Hello from the tour, '$(date +%s)' #hello","platforms":["twitter","linkedin"],"scheduled_at":"'$(date -u -d '+5 seconds' +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -v+5S +%Y-%m-%dT%H:%M:%SZ)'"}'; echo
# 4. After those five seconds: published, once each
sleep 8; curl -s ${base_url}/content -H "Authorization: Bearer $TOKEN"; echo; curl -s ${origin}/_simulator/posts; echo
# 5. The signed webhooks that were delivered
curl -s ${origin}/_inbox/tour; echo
# 6. Numbers, once the collector has run (every minute here, so try again in a moment)
curl -s ${base_url}/analytics/performance -H "Authorization: Bearer $TOKEN"; echo
`;
}
