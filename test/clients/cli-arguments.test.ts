import { describe, expect, test } from 'vitest';
import { normalizeBaseUrl } from '../../clients/cli/src/context.ts';
import { COMMON_FLAGS, type Flag, parseFlags } from '../../clients/cli/src/flags.ts';
import { bodyFrom, flagsOf, pathFieldsOf, pathFrom, queryFrom } from '../../clients/cli/src/operation-flags.ts';
import { OPERATIONS } from '../../clients/cli/src/operations.ts';
import { epochMsOf, parseTime } from '../../clients/cli/src/times.ts';

/** Fields that are secrets, which a command reads from a file. */
const SECRETS = JSON.stringify({ token: 'secret', client_secret: 'secret', access_token: 'secret', secret: 'secret' });

const operation = (resource: string, verb: string) =>
  OPERATIONS.find((each) => each.resource === resource && each.verb === verb)!;

function parse(args: string[], flags: readonly Flag[]) {
  return parseFlags(args, [...flags, ...COMMON_FLAGS], 'Use a file.');
}

function requestOf(resource: string, verb: string, args: string[]) {
  const found = operation(resource, verb);
  const given = parse(args, flagsOf(found));
  return Promise.all([pathFrom(found, given), queryFrom(found, given), bodyFrom(found, given)]);
}

describe('the arguments of an operation', () => {
  test('become the path, the query and the body of its request', async () => {
    expect(
      await requestOf('content', 'list', ['--limit', '5', '--platform=x', '--from', '2026-12-01T09:00:00Z']),
    ).toEqual(['/content', { limit: 5, platform: 'x', from: '2026-12-01T09:00:00Z' }, undefined]);
    const args = [
      'a/b',
      '--title',
      'Hi',
      '--platforms',
      'x,bluesky',
      '--platforms=linkedin',
      '--media',
      '{"media_id":"m"}',
    ];
    expect(await requestOf('content', 'update', args)).toEqual([
      '/content/a%2Fb',
      {},
      { title: 'Hi', platforms: ['x', 'bluesky', 'linkedin'], media: [{ media_id: 'm' }] },
    ]);
  });

  test('replace the fields of --data', async () => {
    const args = ['--data', '{"title":"One","platforms":["x"]}', '--title', 'Two'];
    expect((await requestOf('content', 'create', args))[2]).toEqual({ title: 'Two', platforms: ['x'] });
  });

  test('have switches that are true, or false with no-', async () => {
    expect((await requestOf('analytics', 'performance', ['--sandbox']))[1]).toEqual({ sandbox: true });
    expect((await requestOf('analytics', 'performance', ['--no-sandbox']))[1]).toEqual({ sandbox: false });
  });

  test('may begin with a dash after --', () => {
    expect(parse(['--json', '--', '-5% today'], []).positionals).toEqual(['-5% today']);
  });

  test.each([
    [['--titel', 'x'], '--titel is no flag. Did you mean --title?'],
    [['--scheduled_at', 'x'], 'Did you mean --scheduled-at?'],
    [['-5% today'], '-5 is no flag. If a text begins with a dash, put it after all flags, and -- before it.'],
    [['--title', '--platforms', 'x'], '--title needs a value.'],
    [['--title'], '--title needs a value.'],
    [['--title', 'a', '--title', 'b'], '--title is given more than once.'],
    [['--data', '{', '--title', 'a'], '--data is not valid JSON'],
    [['--data', '[]'], '--data must be a JSON object.'],
    [['--data', '@/missing/file'], '/missing/file cannot be read'],
    [['--json=maybe'], '--json is a switch'],
  ])('are rejected with a reason: %j', async (args, reason) => {
    await expect((async () => requestOf('content', 'create', args))()).rejects.toThrow(reason);
  });

  test('are rejected without a required flag', async () => {
    await expect((async () => requestOf('schedule', 'create', ['--platforms', 'x']))()).rejects.toThrow(
      '--content-id is missing.',
    );
  });

  test('accept no secret, and do not repeat it', () => {
    const flags = flagsOf(operation('accounts', 'create'));
    for (const name of ['access-token', 'app-password', 'client-secret', 'inbound']) {
      expect(() => parse([`--${name}`, 'hunter2'], flags)).toThrow(/is a secret.*Use a file\./);
      expect(() => parse([`--${name}`, 'hunter2'], flags)).not.toThrow(/hunter2/);
    }
  });
});

describe('a base URL', () => {
  test.each(['http://127.0.0.1:3000/v1', 'http://127.1/v1', 'http://localhost:3000/v1', 'http://[::1]:3000/v1'])(
    'without encryption is of this machine: %s',
    (url) => expect(normalizeBaseUrl(url)).toBe(url),
  );

  test.each(['http://127.example.com/v1', 'http://127.0.0.1.example.com/v1', 'http://localhost.example.com/v1'])(
    'that only begins like one of this machine needs encryption: %s',
    (url) => expect(() => normalizeBaseUrl(url)).toThrow('is not encrypted'),
  );
});

describe('the example of an operation', () => {
  const exampleOf = ({ example }: { example: string }) =>
    [...example.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(([word, inQuotes]) => inQuotes ?? word);

  test.each(OPERATIONS.map((each) => [each.example, each] as const))('is accepted: %s', async (_, each) => {
    const [, resource, verb, ...args] = exampleOf(each);
    expect([resource, verb]).toEqual([each.resource, each.verb]);
    const given = parse(
      args.map((arg) => (arg === '@secret.json' ? SECRETS : arg)),
      flagsOf(each),
    );
    expect(given.positionals).toHaveLength(pathFieldsOf(each).length);
    await expect(bodyFrom(each, given)).resolves.not.toThrow();
    await expect(queryFrom(each, given)).resolves.not.toThrow();
  });
});

describe('a time', () => {
  const nowMs = Date.parse('2027-03-27T12:00:00Z');
  const at = (text: string, zone = 'Europe/Berlin', from = nowMs) => parseTime(text, { nowMs: from, zone });

  test.each([
    ['now', '2027-03-27T13:00:00+01:00'],
    ['2027-04-01T09:00:00-05:00', '2027-04-01T16:00:00+02:00'],
    ['2027-04-01 09:00Z', '2027-04-01T11:00:00+02:00'],
    ['2027-04-01 09:00', '2027-04-01T09:00:00+02:00'],
    ['2027-04-01 9:05 America/New_York', '2027-04-01T09:05:00-04:00'],
    ['today 18:30', '2027-03-27T18:30:00+01:00'],
    ['tomorrow 9:00', '2027-03-28T09:00:00+02:00'],
    ['Tomorrow at 9am UTC', '2027-03-28T09:00:00+00:00'],
    ['tomorrow 12am', '2027-03-28T00:00:00+01:00'],
    ['saturday 12 pm', '2027-04-03T12:00:00+02:00'],
    ['sunday 9:00', '2027-03-28T09:00:00+02:00'],
    ['friday 9:00 Asia/Kolkata', '2027-04-02T09:00:00+05:30'],
    ['in 90 minutes', '2027-03-27T14:30:00+01:00'],
    ['in 24 hours', '2027-03-28T14:00:00+02:00'],
    ['in 1 day', '2027-03-28T13:00:00+02:00'],
    ['in 2 weeks', '2027-04-10T13:00:00+02:00'],
  ])('%s is computed', (text, iso) => {
    expect(at(text)).toMatchObject({ iso, epochMs: Date.parse(iso), note: null });
  });

  test.each([
    ['2027-04-01 9:05 America/New_York', { local: '2027-04-01T09:05', time_zone: 'America/New_York' }],
    ['tomorrow 9am', { local: '2027-03-28T09:00', time_zone: 'Europe/Berlin' }],
    ['2027-03-28 02:30', { local: '2027-03-28T02:30', time_zone: 'Europe/Berlin' }],
    ['2027-04-01 09:00:30', { local: '2027-04-01T09:00:30', time_zone: 'Europe/Berlin' }],
    ['2027-04-01T09:00:00-05:00', '2027-04-01T16:00:00+02:00'],
    ['in 1 day', '2027-03-28T13:00:00+02:00'],
  ])('%s is sent as it was given: on a clock, or as an instant', (text, requested) => {
    expect(at(text).requested).toEqual(requested);
    expect(epochMsOf(at(text).requested)).toBe(at(text).epochMs);
  });

  test('of a publication is sent on its clock by every command, and one of a filter as an instant', async () => {
    const time = '2027-04-01 09:00 Europe/Berlin';
    const [, , body] = await requestOf('schedule', 'update', ['scd_1', '--scheduled-at', time]);
    expect(body).toEqual({ scheduled_at: { local: '2027-04-01T09:00', time_zone: 'Europe/Berlin' } });
    const [, query] = await requestOf('schedule', 'list', ['--from', time]);
    expect(query).toMatchObject({ from: '2027-04-01T09:00:00+02:00' });
  });

  test.each([
    ['Europe/Berlin', '2027-03-28 02:30', '2027-03-28T03:30:00+02:00'],
    ['America/New_York', '2027-03-14 02:30', '2027-03-14T03:30:00-04:00'],
    ['Australia/Lord_Howe', '2027-10-03 02:15', '2027-10-03T02:45:00+11:00'],
    ['America/Santiago', '2027-09-05 00:30', '2027-09-05T01:30:00-03:00'],
  ])('that does not exist in %s moves forward, which is reported', (zone, text, iso) => {
    expect(at(text, zone)).toMatchObject({ iso, note: expect.stringContaining('does not exist') });
  });

  test.each([
    ['Europe/Berlin', '2027-10-31 02:30', '2027-10-31T02:30:00+02:00'],
    ['America/New_York', '2027-11-07 01:30', '2027-11-07T01:30:00-04:00'],
    ['Australia/Lord_Howe', '2027-04-04 01:45', '2027-04-04T01:45:00+11:00'],
    ['America/Santiago', '2027-04-03 23:30', '2027-04-03T23:30:00-03:00'],
  ])('that exists twice in %s is the first one, which is reported', (zone, text, iso) => {
    expect(at(text, zone)).toMatchObject({ iso, note: expect.stringContaining('exists twice') });
  });

  test('is found by its weekday across a change of the clocks', () => {
    const friday = Date.parse('2027-10-29T12:00:00Z');
    expect(at('monday 9:00', 'Europe/Berlin', friday).iso).toBe('2027-11-01T09:00:00+01:00');
    expect(at('friday 9:00', 'Europe/Berlin', friday).iso).toBe('2027-11-05T09:00:00+01:00');
  });

  test.each([
    'soon',
    'tomorrow',
    'tomorrow 25:00',
    'tomorrow 9',
    '2027-02-30 09:00',
    'someday 9:00',
    'tomorrow 13pm',
    'in -1 days',
    'in 999999999999 days',
    '2027-13-01T09:00:00Z',
  ])('%s is rejected with the forms', (text) => expect(() => at(text)).toThrow(/is no time. Forms: /));

  test('in an unknown zone is rejected', () => {
    expect(() => at('tomorrow 9:00 Europe/Berln')).toThrow('"Europe/Berln" is no time zone.');
  });
});
