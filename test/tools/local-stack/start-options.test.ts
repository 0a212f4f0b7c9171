import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import { UsageError } from '../../../tools/cli/arguments.ts';
import { parseStartOptions } from '../../../tools/local-stack/start-options.ts';

const NETWORK = {
  blueskyUrls: {
    appView: 'http://localhost:2583',
    directory: 'http://localhost:2582',
    video: 'https://video.bsky.app',
  },
};

describe('the options of npm start', () => {
  it('simulate every platform by default, with demo data in a new folder', () => {
    const options = { port: 3000, folder: '.local', real: [], settings: {}, hasDemo: true };
    expect(parseStartOptions([], {})).toEqual(options);
  });

  it('with --empty or real platforms ask for no demo data', () => {
    expect(parseStartOptions(['--empty'], {}).hasDemo).toBe(false);
    expect(parseStartOptions(['--real', 'all'], {}).hasDemo).toBe(false);
  });

  it.each([
    ['bluesky', ['bluesky'], '.local-real-bluesky'],
    ['x', ['twitter'], '.local-real-twitter'],
    ['all', PLATFORMS, '.local-real-all'],
  ])('with --real %s name the platforms and a folder of their own', (name, real, folder) => {
    expect(parseStartOptions(['--real', name], {})).toMatchObject({ real, folder });
  });

  it('take the port and the folder from the environment', () => {
    const env = { PORT: '4000', LOCAL_FOLDER: 'data' };
    expect(parseStartOptions(['--real', 'all'], env)).toMatchObject({ port: 4000, folder: 'data' });
  });

  it('name a folder of its own for each network of Bluesky', () => {
    const args = ['--real', 'bluesky', '--settings', JSON.stringify(NETWORK)];
    const { folder, settings } = parseStartOptions(args, {});
    expect([folder, settings]).toEqual(['.local-real-bluesky-localhost-2582', NETWORK]);
  });

  it.each(['https://a.example.com', 'https://a.example.com/'])('lead the tunnel of %s to the next port', (url) => {
    const { publicAccess } = parseStartOptions(['--public-url', url], { PORT: '4000' });
    expect(publicAccess).toEqual({ url: 'https://a.example.com', port: 4001 });
  });

  it.each([
    [['--unknown'], "'--unknown'"],
    [['bluesky'], "'bluesky'"],
    [['--empty', '--real', 'all'], '--empty: cannot be combined with --real'],
    [['--real'], '--real'],
    [['--real', 'myspace'], '--real: must be one of instagram, twitter, linkedin, bluesky, all'],
    [['--public-url', 'http://a.example.com'], '--public-url: must be an https URL'],
    [
      ['--public-url', 'https://a.example.com/v1'],
      '--public-url: must be an https URL with a host and nothing after it',
    ],
    [['--public-url', 'https://user@a.example.com'], '--public-url: must be'],
    [['--public-url', 'https://localhost'], '--public-url: must be'],
    [['--settings', '{}'], '--settings: requires --real'],
    [['--real', 'all', '--settings', 'x'], '--settings: Settings are a JSON object'],
    [['--real', 'all', '--settings', '{"speed":1}'], '--settings: There is no setting "speed"'],
    [['--real', 'all', '--settings', '{"platformUrls":{}}'], '--settings: Setting platformUrls'],
  ])('reject %j, and name the argument and its rule', (args, message) => {
    expect(() => parseStartOptions(args, {})).toThrow(UsageError);
    expect(() => parseStartOptions(args, {})).toThrow(message);
  });

  it('reject settings that would send the tokens of simulated accounts to a platform', () => {
    const settings = JSON.stringify(NETWORK);
    const start = () => parseStartOptions(['--real', 'twitter', '--settings', settings], {});
    expect(start).toThrow('--settings: blueskyUrls: requires --real bluesky or --real all');
  });

  it.each(['x', '0', '65535', ''])('reject the port %j', (PORT) => {
    expect(() => parseStartOptions([], { PORT })).toThrow('PORT: must be a number from 1 to 65534');
  });
});
