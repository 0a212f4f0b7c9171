import { beforeEach, describe, expect, it } from 'vitest';
import { LINK_REQUESTS_PER_HOUR, SIGN_INS_PER_MINUTE } from '../../lib/identity/rules/rate-limits.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, newInstance, succeed } from '../functions/api-harness.ts';
import { newPasskey, signInOptions } from '../functions/passkey-requests.ts';
import {
  exchange,
  freshAddress,
  freshEmail,
  newPerson,
  newSessionCookie,
  newSignInToken,
} from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const HOUR = 3_600_000;

beforeEach(() => {
  const settings = stage('production', 3000, { alarmEmail: 'none', emailSender: 'team@example.com' });
  process.env.SETTINGS = JSON.stringify(settings);
});

const ask = (email: string, sourceIp: string) => callApi('auth.sign-in', { sourceIp, body: { email } });
/** The requests that the email worker answers. */
const requests = () => storedRecords(harness, 'SignInRequest');

/** Send as many requests for links from a network as it may, to addresses without a member. */
async function useUpRequests(sourceIp: string): Promise<void> {
  for (let index = 0; index < SIGN_INS_PER_MINUTE; index++) await ask(freshEmail(), sourceIp);
  expect((await ask(freshEmail(), sourceIp)).status).toBe(429);
}

describe('the response to a request for links', () => {
  it('mentions a link of the last minute, alike for every address and for the first request', async () => {
    const { member } = await newPerson();
    const sourceIp = freshAddress();
    const texts = [];
    for (const email of [member.email, member.email, freshEmail()]) texts.push((await ask(email, sourceIp)).text);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('use the earlier one');
  });
});

describe('a stranger who requests links to the address of a member', () => {
  it('does not use up the emails of the member, who has another network', async () => {
    const { member } = await newPerson();
    const [stranger, own] = [freshAddress(), freshAddress()];
    for (let index = 0; index <= LINK_REQUESTS_PER_HOUR; index++) await ask(member.email, stranger);
    const before = requests().length;
    expect((await ask(member.email, own)).status).toBe(202);
    expect(requests()).toHaveLength(before + 1);
  });

  it('causes at most five emails an hour, over all instances, and learns nothing of it', async () => {
    for (const email of [(await newPerson()).member.email, freshEmail()]) {
      const sourceIp = freshAddress();
      const instances = [await newInstance('auth.sign-in'), await newInstance('auth.sign-in')];
      const before = requests().length;
      const answers = [];
      for (let index = 0; index < LINK_REQUESTS_PER_HOUR + 3; index++) {
        answers.push(await instances[index % 2]!({ sourceIp, body: { email } }));
      }
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(requests().length - before).toBe(LINK_REQUESTS_PER_HOUR);
      expect(answers.at(-1)!.headers['ratelimit-policy']).toBe('"sign-in";q=60;w=60');
      advanceTime(HOUR);
      await ask(email, sourceIp);
      expect(requests().length - before).toBe(LINK_REQUESTS_PER_HOUR + 1);
    }
  });
});

describe('a network that has used up its requests for links', () => {
  it('still exchanges a link', async () => {
    const sourceIp = freshAddress();
    const token = await newSignInToken((await newTenant()).owner);
    await useUpRequests(sourceIp);
    expect((await exchange(token, { sourceIp })).status).toBe(201);
  });

  it('still signs in with a passkey', async () => {
    const sourceIp = freshAddress();
    const { authenticator } = await newPasskey(await newSessionCookie((await newTenant()).owner));
    await useUpRequests(sourceIp);
    await succeed('auth.create-sign-in-options', { sourceIp });
    const body = { credential: authenticator.get(await signInOptions()) };
    expect((await callApi('auth.sign-in-with-passkey', { sourceIp, body })).status).toBe(201);
  });
});

describe('wrong links', () => {
  it('of a network are limited like other requests without a token, and a right one is not', async () => {
    const sourceIp = freshAddress();
    const wrong = await exchange('unknown', { sourceIp });
    expect([wrong.status, wrong.headers['ratelimit-policy']]).toEqual([404, '"address";q=10000;w=60']);
    const right = await exchange(await newSignInToken((await newTenant()).owner), { sourceIp });
    expect(right.headers['ratelimit-policy']).toBe('"address";q=10000;w=60');
  });
});
