# The command line as a shell script uses it. One mode per test: a journey, responses of a later version.
set -u

# Repeat a command while its exit code says that it may be repeated. Its key makes that safe.
again() {
  local output code
  for _ in $(seq 12); do
    code=0
    output=$(cis "$@") || code=$?
    [ "$code" = 3 ] || break
    sleep 1
  done
  printf '%s\n' "$output"
  return "$code"
}

# Read a text of an object from its JSON.
field() { sed -n "s/^  \"$1\": \"\(.*\)\",\{0,1\}$/\1/p" | head -1 | sed 's/\\"/"/g'; }

fail() {
  echo "$1" >&2
  exit 1
}

journey() {
  workspace=$(again auth verify | field workspace_id)

  seq 0 99 | xargs -P 8 -I{} bash journey.sh create {} || fail 'A post was not created.'
  titles=$(again content list --all --limit 40 | grep '"title":"cli post ')

  first=$(again post 'cli draft' --to x --image "$IMAGE" --alt 'A portrait' --draft --idempotency-key cli-draft | field id)
  second=$(again post 'cli draft' --to x --image "$IMAGE" --alt 'A portrait' --draft --idempotency-key cli-draft | field id)
  entry=$(again schedule create --content-id "$first" --platforms x --scheduled-at 'tomorrow 9:00' --idempotency-key cli-entry)
  again schedule cancel "$(echo "$entry" | field schedule_id)" >/dev/null || fail 'The entry was not cancelled.'

  etag=$(again content get "$first" | field etag)
  again content update "$first" --title 'cli changed' >/dev/null || fail 'The item was not changed.'
  stale=$(again content update "$first" --title 'cli stale' --if-match "$etag" 2>&1 >/dev/null | grep -o precondition_failed)
  published=$(again post 'cli published' --to x --wait --idempotency-key cli-published | field status)
  missing=$(again content get cnt_missing 2>&1 >/dev/null)
  again content get cnt_missing >/dev/null 2>&1
  [ $? = 3 ] && retryable=true || retryable=false

  webhook=$(again webhooks create --url "$RECEIVER" --events content.created --idempotency-key cli-webhook)
  again webhooks test "$(echo "$webhook" | field webhook_id)" --event-type content.created --idempotency-key cli-test >/dev/null
  event=$(verified "$(echo "$webhook" | field secret)")

  cat <<END
{
  "workspace": "$workspace",
  "listed": $(echo "$titles" | wc -l),
  "distinct": $(echo "$titles" | grep -o '"id":"cnt_[^"]*"' | sort -u | wc -l),
  "same": $([ "$first" = "$second" ] && echo true || echo false),
  "scheduled": "$(echo "$entry" | field status)",
  "stale": "$stale",
  "published": "$published",
  "missing": ["$(echo "$missing" | grep -o not_found)", $retryable, "$(echo "$missing" | grep -o req_)"],
  "event": "$event"
}
END
}

# A minute ahead, because the text of a request stays the same however often it is repeated.
create() {
  at=$(date -u -d '+60 seconds' +%FT%TZ)
  again content create --title "cli post $1" --platforms bluesky --scheduled-at "$at" --idempotency-key "cli-post-$1" >/dev/null
}

# Verify the webhook that the receiver has, and print the type of its event.
verified() {
  part() { curl -s "$RECEIVER" | "$NODE" -e 'const [hook] = JSON.parse(fs.readFileSync(0)); process.stdout.write(hook.headers[process.argv[1]] ?? hook.body)' "$1"; }
  key=$(printf %s "${1#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \n')
  signed=$(printf %s "$(part webhook-id).$(part webhook-timestamp).$(part body)" |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  [ "v1,$signed" = "$(part webhook-signature)" ] && part body | grep -o '"type":"[^"]*"' | head -1 | cut -d'"' -f4
}

later() {
  item=$(cis content get cnt_1)
  cat <<END
{
  "platforms": $(echo "$item" | tr -d ' \n' | grep -o '"platforms":\[[^]]*\]' | cut -d: -f2),
  "status": "$(echo "$item" | field status)",
  "listed": $(cis content list --all | wc -l),
  "event": "$(cis events get evt_1 | field type)"
}
END
}

"$@"
