import { readFileSync } from 'node:fs';
import { verifyWebhook } from 'content-intelligence';

// Verifies the vectors of webhooks.test.ts, and prints the type of each event, null, or the name of another error.

interface Vector {
  headers: Record<string, string[]>;
  body: string;
  secret: string | null;
}

const decoded = (hex: string) => Buffer.from(hex, 'hex');

async function verify({ headers, body, secret }: Vector): Promise<string | null> {
  const received = Object.entries(headers).map(([name, values]): [string, string | string[]] => {
    const texts = values.map((value) => decoded(value).toString());
    return [name, texts.length === 1 ? texts[0]! : texts];
  });
  try {
    // Without a secret, a program of JavaScript passes undefined.
    const event = await verifyWebhook(decoded(body), Object.fromEntries(received), secret ?? (undefined as never));
    return event.type;
  } catch (error) {
    const { name } = error as Error;
    return name === 'WebhookError' ? null : name;
  }
}

const vectors = JSON.parse(readFileSync(process.env.VECTORS ?? '', 'utf8')) as Vector[];
console.log(JSON.stringify(await Promise.all(vectors.map(verify))));
