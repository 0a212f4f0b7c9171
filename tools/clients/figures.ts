import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleCommandLine } from './bundle-command-line.ts';
import { GENERATED } from './text.ts';

interface Library {
  language: string;
  /** The files that a program loads. */
  files: string;
  /** A program that does nothing, and the same with the library; the file that is published, if it is one. */
  programs(folder: string): { empty: string[]; loading: string[]; published?: string };
}

const ROUNDS = 15;
const SHORT = GENERATED.slice(1, 25);

const LIBRARIES: Library[] = [
  {
    language: 'TypeScript',
    files: 'clients/typescript/src/*.ts',
    programs(folder) {
      execFileSync(process.execPath, [
        'node_modules/typescript/bin/tsc',
        '-p',
        'clients/typescript',
        '--outDir',
        folder,
      ]);
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(join(folder, 'empty.js'), '');
      return {
        empty: [process.execPath, join(folder, 'empty.js')],
        loading: [process.execPath, join(folder, 'index.js')],
      };
    },
  },
  {
    language: 'Command line, without the library',
    files: 'clients/cli/src/*.ts',
    programs(folder) {
      const bundle = join(folder, 'cis.mjs');
      bundleCommandLine(bundle);
      writeFileSync(join(folder, 'empty.mjs'), '');
      return {
        empty: [process.execPath, join(folder, 'empty.mjs')],
        loading: [process.execPath, bundle, 'version'],
        published: bundle,
      };
    },
  },
  {
    language: 'Python',
    files: 'clients/python/content_intelligence/*.py',
    programs: () => ({
      empty: ['python3', '-c', ''],
      loading: ['python3', '-c', 'import sys; sys.path.insert(0, "clients/python"); import content_intelligence'],
    }),
  },
  {
    language: 'Go',
    files: 'clients/go/*.go',
    programs(folder) {
      const build = (name: string, text: string) => {
        const path = join(folder, `${name}.go`);
        writeFileSync(path, text);
        execFileSync('go', ['build', '-C', folder, '-o', join(folder, name), path], {
          env: { ...process.env, GOFLAGS: '-mod=mod' },
        });
        return [join(folder, name)];
      };
      const module = 'github.com/content-intelligence/content-intelligence-service/clients/go';
      const path = join(process.cwd(), 'clients/go');
      writeFileSync(
        join(folder, 'go.mod'),
        `module x\n\ngo 1.22\n\nrequire ${module} v0.0.0\n\nreplace ${module} => ${path}\n`,
      );
      return {
        empty: build('empty', 'package main\n\nimport _ "net/http"\n\nfunc main() {}\n'),
        loading: build(
          'loading',
          `package main\n\nimport cis "${module}"\n\nfunc main() { cis.NewClient(cis.Config{}) }\n`,
        ),
      };
    },
  },
  {
    language: 'Ruby',
    files: 'clients/ruby/{lib,sig}/**/*.rb*',
    programs: () => ({
      empty: ['ruby', '-e', ''],
      loading: ['ruby', '-I', 'clients/ruby/lib', '-e', 'require "content_intelligence"'],
    }),
  },
  {
    language: 'PHP',
    files: 'clients/php/src/*.php',
    programs: () => ({
      empty: ['php', '-r', ''],
      loading: [
        'php',
        '-r',
        'require "clients/php/autoload.php"; new ContentIntelligence\\Client("http://x", accessToken: "x");',
      ],
    }),
  },
];

/** Measure the lines, the size and the load time of each client library, as a table in Markdown. */
export function measureClients(): string {
  const rows = LIBRARIES.map((library) => {
    const texts = globSync(library.files).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
    const isGenerated = ({ text }: { text: string }) => text.slice(0, 200).includes(SHORT);
    const lines = (of: typeof texts) =>
      of.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0).toLocaleString('en');
    const bytes = texts.reduce((sum, { path }) => sum + statSync(path).size, 0);
    const byHand = texts.filter((each) => !isGenerated(each));
    const { ms, publishedBytes } = measure(library);
    const size = publishedBytes === null ? '' : `, published ${Math.round(publishedBytes / 1000)} kB`;
    const cells = [
      lines(texts.filter(isGenerated)),
      lines(byHand),
      `${Math.round(bytes / 1000)} kB${size}`,
      `${ms} ms`,
    ];
    return `| ${library.language} | ${cells.join(' | ')} |`;
  });
  return ['| library | lines generated | lines by hand | source | load time |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** Measure by how much the shortest of several runs is longer with the library, and the size of a published file. */
function measure({ programs }: Library): { ms: number; publishedBytes: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'client-figures-'));
  try {
    const { empty, loading, published } = programs(folder);
    const shortest = ([command, ...args]: string[]) => {
      const times = Array.from({ length: ROUNDS }, () => {
        const begin = performance.now();
        execFileSync(command!, args);
        return performance.now() - begin;
      });
      return Math.min(...times);
    };
    const ms = Math.max(0, Math.round(shortest(loading) - shortest(empty)));
    return { ms, publishedBytes: published === undefined ? null : statSync(published).size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
