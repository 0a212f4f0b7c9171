import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunctions } from '../../../lib/bundle/bundling.ts';
import { table } from '../../../tools/markdown/markdown.ts';
import { atMost, type Goal, goalCells } from '../goal.ts';
import type { Peers } from '../peers.ts';
import { median } from '../statistics.ts';

const MEDIAN_GOAL = atMost(300);

interface Bundle {
  name: string;
  kb: number;
  packages: Set<string>;
}

/** Render the sizes of the bundles and the packages in them, beside those of the peers. */
export function renderBundles(peers: Peers): string {
  const folders = bundleFunctions();
  const listed = readFileSync(join(folders.get('unmatched')!, '../packages.json'), 'utf8');
  const packages = JSON.parse(listed) as Record<string, string[]>;
  const all = [...folders].map(([name, folder]): Bundle => {
    const kb = statSync(join(folder, 'index.js')).size / 1000;
    return { name, kb, packages: new Set(packages[name]) };
  });
  const endpoints = all.filter(({ name }) => !name.startsWith('on-'));
  const workers = all.filter(({ name }) => name.startsWith('on-'));
  const peerKb = (name: string) => peers.bytesOf(name) / 1000;
  const sizes = [
    ...sizeRows('endpoints', endpoints, MEDIAN_GOAL),
    ...sizeRows('workers', workers, null),
    sizeRow('peer: stock SDK, one call', peerKb('stock-sdk'), null),
    sizeRow('peer: middy, Powertools logger and metrics, zod', peerKb('middy-powertools'), null),
    sizeRow('peer: hono, zod-openapi', peerKb('hono-zod-openapi'), null),
  ];
  return [table(['bundle', 'kB', 'goal', 'met'], sizes), renderPackages(all)].join('\n\n');
}

function sizeRows(what: string, bundles: Bundle[], goal: Goal | null): string[][] {
  const largest = bundles.toSorted((one, other) => other.kb - one.kb)[0]!;
  return [
    sizeRow(`median of ${bundles.length} ${what}`, median(bundles.map(({ kb }) => kb)), goal),
    sizeRow(`largest of the ${what}, \`${largest.name}\``, largest.kb, null),
  ];
}

function sizeRow(name: string, kb: number, goal: Goal | null): string[] {
  return [name, kb.toFixed(0), ...goalCells(kb, goal)];
}

/** The packages of every bundle, and the bundles that have a package which not all have. */
function renderPackages(bundles: Bundle[]): string {
  const names = [...new Set(bundles.flatMap(({ packages }) => [...packages]))].sort();
  const rows = names.map((name) => {
    const having = bundles.filter(({ packages }) => packages.has(name));
    const listed = having.length <= 3 ? having.map((each) => `\`${each.name}\``).join(', ') : '';
    return [`\`${name}\``, String(having.length), listed];
  });
  return table(['package', `bundles of ${bundles.length}`, 'which, up to three'], rows);
}
