#!/usr/bin/env node
// The command line in this repository. Plain JavaScript, as in require-node.js. A user without a login has the credentials
// of the local service in this folder.
import './require-node.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function localCredentials() {
  const folder = process.env.LOCAL_FOLDER ?? join(import.meta.dirname, '../.local');
  try {
    return JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

const { main } = await import('../clients/cli/src/main.ts');
await main(process.argv.slice(2), localCredentials);
