import { sendSigned } from './signed-request.ts';

/** How many emails the account may send within 24 hours, and has sent in the last 24. -1: any number. */
export interface EmailQuota {
  limit: number;
  sent: number;
}

/** Read the quota of emails of this account and region. Throws with the status of a failure. */
export async function readEmailQuota(): Promise<EmailQuota> {
  const response = await sendSigned('ses', {
    url: (region) =>
      new URL('/v2/email/account', process.env.AWS_ENDPOINT_URL_SESV2 ?? `https://email.${region}.amazonaws.com/`),
    method: 'GET',
    headers: {},
    timeoutMs: 5_000,
  });
  if (!response.ok) throw new Error(`GetAccount responded with ${response.status}.`);
  const { SendQuota } = (await response.json()) as { SendQuota: { Max24HourSend: number; SentLast24Hours: number } };
  return { limit: SendQuota.Max24HourSend, sent: SendQuota.SentLast24Hours };
}
