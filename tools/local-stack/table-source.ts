/** The version of dynoxide, the embedded DynamoDB, in each package that contains it. */
export const DYNOXIDE_VERSION = '1.2.1';

/** The systems for which upstream names a package of dynoxide, and on which the commands of `package.json` run. */
const DYNOXIDE_SYSTEMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** The variable of the environment that names a DynamoDB to use. */
export const ENDPOINT_VARIABLE = 'AWS_ENDPOINT_URL_DYNAMODB';

/** A system: its names in Node, e.g. `darwin` and `arm64`. */
export interface Machine {
  platform: string;
  arch: string;
}

/** What a machine has for the table of the local service. */
export interface Found {
  /** Path of the program dynoxide, installed by `npm ci` or by an earlier start. */
  dynoxide?: string | undefined;
  /** Path of the Python of a virtual environment with MiniStack, installed by an earlier start. */
  ministack?: string | undefined;
  /** Why a program cannot be installed. */
  failures: { dynoxide?: string; ministack?: string };
}

/** A table that the local service can use. */
export type TableSource =
  | { use: 'url'; url: string }
  | { use: 'dynoxide'; program: string }
  | { use: 'ministack'; python: string };

/** A table, the program to install before the next choice, or the message of a machine that can have none. */
export type TableChoice = TableSource | { install: 'dynoxide' | 'ministack' } | { unavailable: string };

/** Return the name of the package of dynoxide for a system. */
export function dynoxidePackage({ platform, arch }: Machine): string {
  return `@dynoxide/${platform}-${arch}`;
}

/**
 * Choose the table of the local service. `url` is the value of `AWS_ENDPOINT_URL_DYNAMODB`, an explicit choice. Next comes
 * what is installed, so that the data stays in one table, then dynoxide by npm, then MiniStack.
 */
export function chooseTable(machine: Machine, found: Found, url: string | undefined): TableChoice {
  const { dynoxide, ministack, failures } = found;
  if (url) return { use: 'url', url };
  if (dynoxide) return { use: 'dynoxide', program: dynoxide };
  if (ministack) return { use: 'ministack', python: ministack };
  if (isPublished(machine) && failures.dynoxide === undefined) return { install: 'dynoxide' };
  if (failures.ministack === undefined) return { install: 'ministack' };
  return { unavailable: explain(machine, failures) };
}

function isPublished({ platform, arch }: Machine): boolean {
  return DYNOXIDE_SYSTEMS.includes(`${platform}-${arch}`);
}

function explain(machine: Machine, { dynoxide = 'it is not published', ministack }: Found['failures']): string {
  const name = dynoxidePackage(machine);
  const retry = `npm start --registry=https://registry.npmjs.org    # if your registry lacks ${name}`;
  const python =
    machine.platform === 'darwin' ? 'brew install python@3.13' : 'sudo apt-get install python3 python3-venv';
  const commands = [
    ...(isPublished(machine) ? [retry] : []),
    `${python} && npm start`,
    `docker run --rm -d -p 8000:8000 amazon/dynamodb-local && ${ENDPOINT_VARIABLE}=http://127.0.0.1:8000 npm start`,
  ];
  return [
    'There is no table for the local service.',
    `- ${name}@${DYNOXIDE_VERSION}: ${dynoxide}`,
    `- MiniStack: ${ministack}`,
    'Run one of these:',
    ...commands.map((command) => `  ${command}`),
  ].join('\n');
}
