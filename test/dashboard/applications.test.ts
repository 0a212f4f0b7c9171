import { describe, expect, it } from 'vitest';
import { grantName, kindOf, shownName } from '../../dashboard/src/keys/client-names.ts';
import { type Key, splitKeys } from '../../dashboard/src/keys/kinds.ts';
import './english.ts';

const AGENT = { accounts: null } as NonNullable<Key['agent']>;
const CIS = { id: 'cis', name: 'Command line (cis)', host: null };
const PLANNER = { id: 'https://planner.example/client.json', name: 'Planner', host: 'planner.example' };

describe('the name of an application', () => {
  it('has no control, bidirectional or other invisible characters, and one line', () => {
    const name = ' Pl\u0000an\u202Ener\u200B\n\u200B of \u{E0041}the\tweek ';
    expect(shownName(name, 'planner.example')).toBe('Planner of the week');
  });

  it('is cut after 60 characters, and never within one', () => {
    expect(shownName('🗓'.repeat(60), 'planner.example')).toBe('🗓'.repeat(60));
    expect(shownName('🗓'.repeat(61), 'planner.example')).toBe(`${'🗓'.repeat(59)}…`);
  });

  it('is its host when nothing of it is visible', () => {
    expect(shownName('\u200B\u2060', 'planner.example')).toBe('planner.example');
  });
});

describe('a grant', () => {
  it('of a command line has the name of its device', () => {
    expect(grantName({ name: 'cis on laptop of Mira', oauth_client: CIS })).toBe('Command line on laptop of Mira');
    expect(grantName({ name: 'cis', oauth_client: CIS })).toBe('Command line');
  });

  it('of an application has the name of the application', () => {
    expect(grantName({ name: 'Planner 2', oauth_client: PLANNER })).toBe('Planner');
  });

  it('is of an agent, an integration or a command line', () => {
    expect(kindOf({ oauth_client: PLANNER, agent: AGENT })).toBe('agent');
    expect(kindOf({ oauth_client: PLANNER, agent: null })).toBe('integration');
    expect(kindOf({ oauth_client: CIS, agent: null })).toBe('command_line');
  });
});

describe('API keys', () => {
  it('are listed once: grants with the applications, agents and others with the keys', () => {
    const key = (id: string, rest: Partial<Key> = {}) => ({ id, agent: null, oauth_client: null, ...rest }) as Key;
    const keys = [
      key('grant of an agent', { agent: AGENT, oauth_client: PLANNER }),
      key('agent', { agent: AGENT }),
      key('other'),
      key('device', { oauth_client: CIS }),
    ];
    const { grants, agents, others } = splitKeys(keys);
    expect(grants.map(({ id }) => id)).toEqual(['grant of an agent', 'device']);
    expect(agents.map(({ id }) => id)).toEqual(['agent']);
    expect(others.map(({ id }) => id)).toEqual(['other']);
  });
});
