import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const COMMAND = resolve(import.meta.dirname, '../../bin/require-node.js');

/** Run what comes before every command of `package.json`, on a forced system. */
function requireNode(platform: string, version = process.versions.node) {
  const machine = `Object.defineProperty(process, 'platform', { value: '${platform}' });
    Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`;
  const preload = `data:text/javascript,${encodeURIComponent(machine)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, COMMAND], { encoding: 'utf8' });
  return { status, stderr };
}

describe('before every command of package.json', () => {
  it.each(['linux', 'darwin'])('Node 24 continues without a word on %s', (platform) => {
    expect(requireNode(platform)).toEqual({ status: 0, stderr: '' });
  });

  it('an older Node ends with both versions and what to do', () => {
    const { status, stderr } = requireNode('linux', '22.11.0');
    expect(status).toBe(1);
    expect(stderr).toContain('This project runs on Node 24; this is Node 22.11.0.');
  });

  it('Windows ends with the Dev Container, which forwards the port of the service', () => {
    const { status, stderr } = requireNode('win32');
    expect(status).toBe(1);
    expect(stderr).toContain('Dev Containers: Reopen in Container');
  });
});
