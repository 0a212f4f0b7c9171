import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORMS, type Platform } from '../../../lib/platforms/platform.ts';
import { stage } from '../../../lib/stack/stages.ts';
import {
  bindFolder,
  findMixedSetting,
  needingPublicUrl,
  realPlatformSettings,
} from '../../../tools/local-stack/real-platforms.ts';
import { simulatorAccountWrites } from '../../../tools/local-stack/simulator-accounts.ts';
import { simulatorAppWrites } from '../../../tools/local-stack/simulator-apps.ts';

const SIMULATOR = 'http://127.0.0.1:3000/_simulator/';
const PER_PLATFORM = ['platformUrls', 'tokenUrls', 'codeUrls', 'authorizeUrls'] as const;

/** The stage as the local service deploys it. */
const stageWith = (real: Platform[]) => stage('local', 3000, realPlatformSettings(real, 3000));

describe('the stage of real platforms', () => {
  const choices = [[], ...PLATFORMS.map((name) => [name]), [...PLATFORMS]];

  it.each(choices)('has the URLs of %s %s %s %s itself, and those of the simulator for all others', (...real) => {
    const [own, found] = [stage('development'), stageWith(real)];
    for (const setting of PER_PLATFORM) {
      for (const name of PLATFORMS) {
        const url = found[setting][name];
        if (real.includes(name)) expect(url).toBe(own[setting][name]);
        else expect(url).toMatch(`${SIMULATOR}${name}`);
      }
    }
    const network = Object.values(found.blueskyUrls);
    if (real.includes('bluesky')) expect(network).toEqual(Object.values(own.blueskyUrls));
    else expect(network.every((url) => url.startsWith(SIMULATOR))).toBe(true);
  });

  it.each(choices)('has simulated accounts and apps of no platform of %s %s %s %s', (...real) => {
    const accounts = simulatorAccountWrites('wsp_1', () => 'encrypted', 0, undefined, real);
    const apps = simulatorAppWrites(() => 'encrypted', 0, real);
    const platforms = [...accounts, ...apps].flatMap((write) => ('put' in write ? [write.put] : []));
    const named = new Set(platforms.flatMap((item) => ('platform' in item ? [item.platform] : [])));
    expect([...named].sort()).toEqual(PLATFORMS.filter((name) => !real.includes(name)).sort());
  });

  it.each(PER_PLATFORM)('leaves %s to --real', (setting) => {
    expect(findMixedSetting({ [setting]: {} }, PLATFORMS)).toBe(`${setting}: --real decides it`);
  });

  it('needs a public URL for Instagram only', () => {
    expect(needingPublicUrl(PLATFORMS)).toEqual(['instagram']);
  });
});

describe('the folder of the data', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bound-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const NETWORK = { blueskyUrls: { appView: 'http://localhost:1', directory: 'http://localhost:2' } };

  it('stays with the platforms of its first start, whatever other settings a start has', () => {
    bindFolder(folder, ['bluesky'], {});
    bindFolder(folder, ['bluesky'], { latenessLimitSeconds: 60 });
    expect(() => bindFolder(folder, [], {})).toThrow('the real Bluesky, and this start is with simulated platforms');
    expect(() => bindFolder(folder, PLATFORMS, {})).toThrow('Each needs a folder of its own: set LOCAL_FOLDER');
    expect(() => bindFolder(folder, ['bluesky'], NETWORK)).toThrow('in the network');
  });

  it('of an earlier version has simulated accounts', () => {
    writeFileSync(join(folder, 'runner.sqlite'), '');
    expect(() => bindFolder(folder, ['bluesky'], {})).toThrow('has the accounts of simulated platforms');
    bindFolder(folder, [], {});
  });
});
