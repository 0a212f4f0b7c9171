import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCloudAssembly } from '../local-stack/cloud-assembly.ts';
import { installInVenv, type RunCommand } from '../python/virtual-environment.ts';
import { readRolePolicies, withoutListStreams } from './role-policies.ts';
import { synthesizeStages } from './synthesize-stages.ts';

const CFN_LINT = 'cfn-lint==1.58.0';
const PARLIAMENT = 'parliament==1.6.4';
/** The last version but one with `pkg_resources`, which parliament imports. */
const SETUPTOOLS = 'setuptools==80.9.0';

/**
 * Check the templates of the production and the development stage: with cfn-lint, errors only, and the policies of their
 * roles with parliament.
 *
 * `folder` holds the virtual environment and the templates of the last run. `print` receives a line per check. Throws with
 * the findings of the first check that has any.
 */
export async function lintTemplates(run: RunCommand, folder: string, print: (line: string) => void): Promise<void> {
  const requirements = [CFN_LINT, PARLIAMENT, SETUPTOOLS];
  const venv = join(folder, 'template-lint-venv', requirements.join('+'));
  const programs = await installInVenv(run, venv, requirements, 'parliament');
  const runFolder = resolve(folder, 'template-lint');
  rmSync(runFolder, { recursive: true, force: true });
  for (const stage of synthesizeStages(runFolder)) {
    const { files, regions } = stage;
    await run(join(programs, 'cfn-lint'), [
      ...['--ignore-checks', 'W', 'I', '--regions', ...regions],
      ...['--template', ...files],
    ]);
    const policies = readRolePolicies(readCloudAssembly(stage.folder));
    const policyFolder = join(stage.folder, 'policies');
    mkdirSync(policyFolder);
    for (const { name, document } of policies) {
      writeFileSync(join(policyFolder, `${name}.json`), JSON.stringify(withoutListStreams(document)));
    }
    await run(join(programs, 'parliament'), ['--directory', policyFolder]);
    print(`${files.join(', ')}: no errors for ${regions.length} regions, no findings in ${policies.length} policies`);
  }
}
