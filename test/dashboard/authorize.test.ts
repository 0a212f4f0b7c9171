import { describe, expect, it } from 'vitest';
import { hostOfRedirect } from '../../dashboard/src/screens/authorize/redirect.ts';
import { requestIn } from '../../dashboard/src/screens/authorize/request-parameters.ts';

const openedWith = (query: string) => requestIn(new URLSearchParams(query));

describe('the request in the URL of the consent screen', () => {
  it('has the parameters that the API knows, without unknown and empty ones', () => {
    const query =
      'client_id=https%3A%2F%2Fa.example%2Fc&response_type=code&scope=&prompt=login&prompt=none&state=a%26b';
    expect(openedWith(query)).toEqual({
      request: { client_id: 'https://a.example/c', response_type: 'code', state: 'a&b' },
    });
  });

  it('is invalid with a parameter that occurs twice, which two readers could understand differently', () => {
    expect(openedWith('client_id=a&redirect_uri=https://a.example&redirect_uri=https://b.example')).toEqual({
      repeated: 'redirect_uri',
    });
    expect(openedWith('client_id=a&state=&state=')).toEqual({ repeated: 'state' });
  });

  it('is none without a parameter', () => {
    expect(openedWith('')).toEqual({ nothing: true });
    expect(openedWith('utm_source=x')).toEqual({ nothing: true });
  });
});

describe('the way back to an application', () => {
  it('leads to an https URL, or to a program on this device', () => {
    expect(hostOfRedirect('https://app.example/cb?code=1')).toBe('app.example');
    expect(hostOfRedirect('http://127.0.0.1:8123/cb?code=1')).toBe('127.0.0.1:8123');
    expect(hostOfRedirect('http://[::1]:8123/cb')).toBe('[::1]:8123');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    'http://app.example/cb',
    'http://127.0.0.1.app.example/cb',
    '//app.example/cb',
    '',
  ])('is never %s', (url) => {
    expect(hostOfRedirect(url)).toBeNull();
  });
});
