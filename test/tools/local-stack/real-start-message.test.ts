import { expect, it } from 'vitest';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import { realStartMessage } from '../../../tools/local-stack/real-start-message.ts';
import type { StartOptions } from '../../../tools/local-stack/start-options.ts';

const credentials = { base_url: 'http://127.0.0.1:3000/v1', client_id: 'key_1', client_secret: 'secret' };
const signInUrl = 'http://127.0.0.1:3000/app/#/sign-in?token=1';
const demo = { workspaceName: 'My workspace', credentials, signInUrl };
const place = { port: 3000, folder: '.local-real-all' };
const options: StartOptions = { ...place, real: PLATFORMS, settings: {}, hasDemo: false };
const render = (changes: Partial<StartOptions> = {}) => realStartMessage(demo, { ...options, ...changes }, 4711);

/** The line of a platform. */
const lineOf = (message: string, name: string) => message.split('\n').find((line) => line.startsWith(`  ${name} `));

it('the start message names the tunnel option for Instagram, and the redirect URI of the other apps', () => {
  const message = render();
  expect(lineOf(message, 'Instagram')).toContain('start with --public-url https://<host of your tunnel>');
  expect(lineOf(message, 'X')).toContain('http://127.0.0.1:3000/v1/connect/callback');
  expect(lineOf(message, 'X')).toContain('LOCAL_FOLDER=.local-real-all npm run platform -- set twitter');
  expect(lineOf(message, 'Bluesky')).toContain('needs only the handle, or an app password');
});

it('with a tunnel, the start message names the port that it must lead to, and the public redirect URI', () => {
  const message = render({ publicAccess: { url: 'https://tunnel.example.com', port: 3001 } });
  expect(message).toContain('must lead to http://127.0.0.1:3001.');
  expect(lineOf(message, 'Instagram')).toContain('https://tunnel.example.com/v1/connect/callback');
});

it('the start message states what happens to late posts by the settings of the stage', () => {
  expect(render()).toContain('at most 6 hours late');
  expect(render({ settings: { latenessLimitSeconds: 7200 } })).toContain('at most 2 hours late');
});

it('the start message has the command that keeps this very service running, and the process to stop', () => {
  const settings = { latenessLimitSeconds: 7200 };
  const message = render({ real: ['bluesky'], settings });
  const given = `--real bluesky --settings '${JSON.stringify(settings)}'`;
  expect(message).toContain(`nohup npm start -- ${given} > .local-real-all.log 2>&1 &`);
  expect(message).toContain('kill 4711');
});
