import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A vector of `webhook-vectors.json`. */
interface Vector {
  name: string;
  /** Null if the program has no secret: its variable is not set. */
  secret?: string | null;
  /** The key of the signature in Base64, if it is not that of the secret. */
  key?: string;
  age_seconds?: number;
  body?: string;
  body_hex?: string;
  /** In place of the valid headers: texts with placeholders, several values, or null for a header that is absent. */
  headers?: Record<string, string | string[] | null>;
  /** The bytes of headers in hexadecimal. */
  hex?: Record<string, string>;
  /** Whether the signature is that of the valid headers: it is that of the sent ones otherwise. */
  unsigned?: boolean;
  rename?: 'upper';
  /** The type of the event, or null for a webhook that must be rejected. */
  type: string | null;
}

/** A webhook as a program receives it: texts and bytes in hexadecimal, which survive JSON in every language. */
export interface SentVector {
  name: string;
  secret: string | null;
  body: string;
  headers: Record<string, string[]>;
  type: string | null;
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'evt_01K00000000000000000000000';
const BODY = '{"type":"content.published","timestamp":"2026-11-20T09:30:00.000Z","workspace_id":"ws_1","data":{}}';

/** Read the shared vectors and sign them now. */
export function signedVectors(): SentVector[] {
  const file = join(import.meta.dirname, 'webhook-vectors.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as Vector[]).map((vector) => sent(vector));
}

function sent(vector: Vector): SentVector {
  const { name, secret = SECRET, age_seconds: age = 0, headers = {}, hex = {}, unsigned, rename, type } = vector;
  const body = vector.body_hex === undefined ? Buffer.from(vector.body ?? BODY) : Buffer.from(vector.body_hex, 'hex');
  const now = String(Math.floor(Date.now() / 1_000) - age);
  const time = { ...placeholdersOfTime(now), id: ID };
  const bytesOf = (header: string, valid: string, placeholders: Record<string, string>): Buffer[] => {
    if (hex[header] !== undefined) return [Buffer.from(hex[header], 'hex')];
    const values = headers[header] === undefined ? valid : headers[header];
    return [values].flat().flatMap((value) => (value === null ? [] : Buffer.from(filled(value, placeholders))));
  };
  const ids = bytesOf('webhook-id', ID, time);
  const timestamps = bytesOf('webhook-timestamp', now, time);
  const [id = Buffer.from(ID), timestamp = Buffer.from(now)] = unsigned ? [] : [ids[0], timestamps[0]];
  const signature = hmac(keyOf(vector, secret), [id, timestamp, body]);
  const signatures = bytesOf('webhook-signature', '{signature}', {
    signature: `v1,${signature.toString('base64')}`,
    other: `v1,${Buffer.alloc(32).toString('base64')}`,
    hundred: Array(100).fill('v1,AAAA').join(' '),
    base64: signature.toString('base64'),
    cut: signature.toString('base64').slice(0, 20),
    hexadecimal: signature.toString('hex'),
  });
  const all = { 'webhook-id': ids, 'webhook-timestamp': timestamps, 'webhook-signature': signatures };
  const entries = Object.entries(all).flatMap(([header, values]) =>
    values.length === 0
      ? []
      : [[rename ? header.toUpperCase() : header, values.map((value) => value.toString('hex'))] as const],
  );
  return { name, secret, body: body.toString('hex'), headers: Object.fromEntries(entries), type };
}

function placeholdersOfTime(now: string): Record<string, string> {
  return {
    now,
    arabic: now.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    '400 digits': '1'.repeat(400),
    '5000 digits': '1'.repeat(5_000),
  };
}

/** Replace the placeholders of a text. */
function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => values[name]!);
}

function keyOf({ key }: Vector, secret: string | null): Buffer {
  if (key !== undefined) return Buffer.from(key, 'base64');
  return secret?.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret ?? '');
}

function hmac(key: Buffer, [id, timestamp, body]: Buffer[]): Buffer {
  const dot = Buffer.from('.');
  return createHmac('sha256', key)
    .update(Buffer.concat([id!, dot, timestamp!, dot, body!]))
    .digest();
}
