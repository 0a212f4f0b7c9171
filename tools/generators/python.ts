import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installInVenv, type RunCommand } from '../python/virtual-environment.ts';
import { type Generator, PROGRAMS } from './generator.ts';

const VERSION = '0.29.1';
const REQUIREMENTS = [
  `openapi-python-client==${VERSION}`,
  'mypy==2.4.1',
  // What the generated clients import.
  ...['attrs==26.1.0', 'httpx==0.28.1', 'pydantic==2.14.4', 'urllib3==2.8.0'],
  ...['python-dateutil==2.9.0.post0', 'types-python-dateutil==2.9.0.20261116'],
];
const VENV = join(PROGRAMS, 'python');

/** Install the Python packages that generate clients, compile them and are imported by them. */
export function installPython(run: RunCommand): Promise<string> {
  return installInVenv(run, VENV, REQUIREMENTS, 'mypy');
}

/** Check the types of a Python package with mypy, which fails on invalid syntax too. */
export function checkTypes(run: RunCommand, folder: string): Promise<unknown> {
  return run(join(VENV, 'bin/mypy'), ['--cache-dir', join(PROGRAMS, 'mypy'), join(folder, 'client')]);
}

export const OPENAPI_PYTHON_CLIENT: Generator = {
  name: 'openapi-python-client',
  version: VERSION,
  ending: '.py',
  install: installPython,
  generate: async (run, document, folder) => {
    const configuration = join(folder, 'configuration.yaml');
    // Without its formatter, which it would look for.
    writeFileSync(configuration, 'package_name_override: client\npost_hooks: []\n');
    await run(join(VENV, 'bin/openapi-python-client'), [
      ...['generate', '--path', document, '--output-path', join(folder, 'client')],
      ...['--meta', 'none', '--config', configuration, '--fail-on-warning'],
    ]);
  },
  compile: checkTypes,
};
