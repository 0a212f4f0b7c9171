import { describe, expect, it } from 'vitest';
import {
  clientIdFault,
  parseClientDocument,
  redirectUriFault,
} from '../../../../lib/identity/rules/oauth/oauth-client.ts';

const ID = 'https://app.example.com/client.json';
const CLIENT = {
  client_id: ID,
  name: 'App',
  redirect_uris: ['https://app.example.com/callback?x=1', 'http://127.0.0.1/cb'],
};

describe('a redirect URI', () => {
  it.each([
    'https://app.example.com/callback?x=1',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:1/cb',
    'http://127.0.0.1:65535/cb',
  ])('%s is one of the client', (uri) => {
    expect(redirectUriFault(uri, CLIENT)).toBeNull();
  });

  it.each([
    'https://app.example.com/callback',
    'https://app.example.com/callback?x=1&y=2',
    'https://app.example.com/callback?x=1#',
    'https://app.example.com:8443/callback?x=1',
    'https://APP.example.com/callback?x=1',
    'https://app.example.com/./callback?x=1',
    'http://app.example.com/callback?x=1',
    'http://localhost/cb',
    'http://127.0.0.1:1/cb/',
    'http://127.0.0.1:1/cb?x',
    'http://127.0.0.1.example.com/cb',
    'http://user@127.0.0.1/cb',
    'https://127.0.0.1/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'app://callback',
    '//app.example.com/callback',
    '',
  ])('%s is none of the client', (uri) => {
    expect(redirectUriFault(uri, CLIENT)).toEqual(expect.any(String));
  });

  it.each([
    ['is a script', 'javascript:alert(1)'],
    ...['code', 'state', 'iss', 'error', 'error_description', '%69ss'].map((name) => [
      `has the parameter ${name} of the response`,
      `https://app.example.com/callback?x=1&${name}=a`,
    ]),
  ])('that a document names is rejected all the same when it %s', (_, uri) => {
    expect(redirectUriFault(uri!, { ...CLIENT, redirect_uris: [uri!] })).toEqual(expect.any(String));
  });
});

describe('a client id', () => {
  it('is a normalized URL with a path, and without a query and a fragment', () => {
    expect(clientIdFault(ID, ID)).toBeNull();
    for (const other of ['https://app.example.com/', 'https://app.example.com/client.json?v=1', `${ID}?`]) {
      expect(clientIdFault(other, other)).not.toBeNull();
    }
    expect(clientIdFault(`${ID}#x`, ID)).not.toBeNull();
  });
});

describe('the document of a client', () => {
  it('has an optional name, which is cut and has no invisible characters', () => {
    const document = { client_id: ID, redirect_uris: ['https://app.example.com/'] };
    expect(parseClientDocument(ID, document)).toMatchObject({ name: 'app.example.com' });
    expect(parseClientDocument(ID, { ...document, client_name: '\u200b' })).toMatchObject({ name: 'app.example.com' });
    for (const [client_name, name] of [
      ['Acme\u3164\u2800\u115f App', 'Acme App'],
      ['A\u0301cme', 'Ácme'],
      [`A${'\u0336'.repeat(300)}cme`, `A${'\u0336'.repeat(3)}cme`],
      ['\u001b[31mAcme\u001b[0m', 'Acme'],
      ['\u001b]8;;https://evil.example\u0007Acme\u001b]8;;\u0007', 'Acme'],
      ['Acme\n\n App', 'Acme App'],
      ['ภาษาไทย ที่นี่', 'ภาษาไทย ที่นี่'],
    ]) {
      expect(parseClientDocument(ID, { ...document, client_name })).toMatchObject({ name });
    }
    expect(parseClientDocument(ID, { ...document, client_name: 'é'.repeat(200) })).toMatchObject({
      name: 'é'.repeat(100),
    });
  });

  it.each([
    null,
    [],
    'text',
    1,
    {},
    { client_id: ID },
    { client_id: ID, redirect_uris: Array(21).fill('https://a.example/') },
  ])('is not %j', (document) => {
    expect(parseClientDocument(ID, document)).toEqual({ fault: expect.any(String) });
  });
});
