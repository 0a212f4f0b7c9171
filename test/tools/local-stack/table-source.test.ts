import { describe, expect, it } from 'vitest';
import { chooseTable, type Found, type Machine } from '../../../tools/local-stack/table-source.ts';

const MAC: Machine = { platform: 'darwin', arch: 'arm64' };
const RISC: Machine = { platform: 'linux', arch: 'riscv64' };
const NOTHING: Found = { failures: {} };
const URL = 'http://127.0.0.1:8000';
const UNAVAILABLE = { dynoxide: 'npm error 404 Not Found', ministack: 'python3 (3.11 or later) with venv is needed.' };

describe('the table of the local service', () => {
  it('is that of the URL, whatever is installed', () => {
    expect(chooseTable(MAC, { ...NOTHING, dynoxide: '/dynoxide' }, URL)).toEqual({ use: 'url', url: URL });
    expect(chooseTable(MAC, { failures: UNAVAILABLE }, URL)).toEqual({ use: 'url', url: URL });
  });

  it('is dynoxide where it is installed, before MiniStack', () => {
    const found = { ...NOTHING, dynoxide: '/dynoxide', ministack: '/python3' };
    expect(chooseTable(MAC, found, undefined)).toEqual({ use: 'dynoxide', program: '/dynoxide' });
    expect(chooseTable(RISC, found, '')).toEqual({ use: 'dynoxide', program: '/dynoxide' });
  });

  it('stays MiniStack where an earlier start installed it', () => {
    expect(chooseTable(MAC, { ...NOTHING, ministack: '/python3' }, undefined)).toEqual({
      use: 'ministack',
      python: '/python3',
    });
  });

  it.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])(
    'is dynoxide by npm, and without it MiniStack, on %s',
    (system) => {
      const [platform, arch] = system.split('-') as [string, string];
      expect(chooseTable({ platform, arch }, NOTHING, undefined)).toEqual({ install: 'dynoxide' });
      const withoutDynoxide = { failures: { dynoxide: UNAVAILABLE.dynoxide } };
      expect(chooseTable({ platform, arch }, withoutDynoxide, undefined)).toEqual({ install: 'ministack' });
    },
  );

  it('is MiniStack on a system for which dynoxide is not published', () => {
    expect(chooseTable(RISC, NOTHING, undefined)).toEqual({ install: 'ministack' });
  });

  it('is none where nothing can be installed: the message has both reasons and the commands', () => {
    expect(chooseTable(MAC, { failures: UNAVAILABLE }, undefined)).toEqual({
      unavailable: [
        'There is no table for the local service.',
        '- @dynoxide/darwin-arm64@1.2.1: npm error 404 Not Found',
        '- MiniStack: python3 (3.11 or later) with venv is needed.',
        'Run one of these:',
        '  npm start --registry=https://registry.npmjs.org    # if your registry lacks @dynoxide/darwin-arm64',
        '  brew install python@3.13 && npm start',
        '  docker run --rm -d -p 8000:8000 amazon/dynamodb-local && AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 npm start',
      ].join('\n'),
    });
    const { unavailable } = chooseTable(RISC, { failures: { ministack: UNAVAILABLE.ministack } }, undefined) as {
      unavailable: string;
    };
    expect(unavailable).toContain('sudo apt-get install python3 python3-venv && npm start');
    expect(unavailable).not.toContain('--registry');
  });
});
