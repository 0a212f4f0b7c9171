import { describe, expect, it } from 'vitest';
import { isReturnTarget, returnUrlError, returnUrlOf } from '../../../lib/accounts/rules/connect/return-url.ts';

const HOSTILE = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'intent://scan/#Intent;scheme=com.example.app;end',
  'blob:https://app.example.com/6f1f8a6e',
  'vbscript:msgbox(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
];
const TARGETS = ['https://app.example.com', 'com.example.app:'];
const errorOf = (text: string, targets: string[] | null = TARGETS) =>
  returnUrlError(text, { targets, allowsHttp: false });

describe('an entry of the setting', () => {
  it.each(['https://app.example.com', 'https://app.example.com:8443', 'http://127.0.0.1:3000', 'com.example.app:'])(
    'may be %s',
    (entry) => expect(isReturnTarget(entry)).toBe(true),
  );

  it.each([
    ...HOSTILE,
    ...[
      'javascript:',
      'data:',
      'file:',
      'intent:',
      'blob:',
      'vbscript:',
      'myapp:',
      'com.example.app',
      '.:',
      'com..app:',
    ],
    ...['https://app.example.com/', 'https://*.example.com', 'https://app.example.com:443', 'https://a@b.example'],
    ...['http://app.example.com', 'HTTPS://APP.EXAMPLE.COM', 'null', ''],
  ])('may not be %j', (entry) => expect(isReturnTarget(entry)).toBe(false));
});

describe('a return URL', () => {
  it.each([
    'https://app.example.com/accounts?tab=1#end',
    'com.example.app:/connected',
    'com.example.app://connected/here',
    'COM.EXAMPLE.APP:connected',
  ])('of the list is allowed: %s', (url) => expect(errorOf(url)).toBeNull());

  it.each([
    ...HOSTILE,
    ...[
      'https://app.example.com.evil.example/',
      'https://evil.example/?https://app.example.com',
      'https:\\\\evil.example',
    ],
    ...[
      'https://app.example.com:8443/',
      'http://app.example.com/',
      'com.example.app.evil:/x',
      'com.example:/x',
      'nothing',
    ],
  ])('with another origin or scheme than those of the list is rejected: %j', (url) => {
    expect(errorOf(url)).toBe('Must have an origin or a scheme of the setting `returnUrls`.');
  });

  it.each([...HOSTILE, 'com.example.app:/x', 'http://app.example.com/'])(
    'is https where the stage has no list: %j is rejected',
    (url) => expect(errorOf(url, null)).toBe('Must be an https URL.'),
  );

  it('has no user name', () => {
    expect(errorOf('https://app.example.com@evil.example/')).not.toBeNull();
    expect(errorOf('https://evil@app.example.com/')).toBe('Must not contain a user name or a password.');
  });

  it('receives the id, the status and the error in place of parameters of the same names, and keeps the others', () => {
    const flow = { id: 'con_1', return_url: 'com.example.app:/done?tab=1&status=connected&error=none' };
    expect(returnUrlOf(flow, { status: 'failed', error: 'access_denied' })).toBe(
      'com.example.app:/done?tab=1&status=failed&connect_id=con_1&error=access_denied',
    );
    expect(returnUrlOf(flow, { status: 'connected' })).toBe(
      'com.example.app:/done?tab=1&status=connected&connect_id=con_1',
    );
    expect(returnUrlOf({ ...flow, return_url: null }, { status: 'connected' })).toBeNull();
  });
});
