import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAMS = join(import.meta.dirname, '../../node_modules/.cache/go-programs');

/** A program that is compiled from a Go module. */
export interface GoProgram {
  name: string;
  package: string;
  version: string;
}

/** An S3 server that verifies signatures. */
export const VERSITYGW: GoProgram = {
  name: 'versitygw',
  package: 'github.com/versity/versitygw/cmd/versitygw',
  version: 'v1.8.0',
};

/** AWS's runtime interface emulator: Lambda's Invoke API before its Runtime API. */
export const LAMBDA_RIE: GoProgram = {
  name: 'aws-lambda-rie',
  package: 'github.com/aws/aws-lambda-runtime-interface-emulator/cmd/aws-lambda-rie',
  version: 'v0.0.0-20261030222936-bef5c4ba774d',
};

/**
 * Compile a program, unless it is compiled: up to three minutes of CPU time. Throws when there is no Go, or a module
 * cannot be downloaded.
 */
export async function installGoProgram({ package: path, version }: GoProgram): Promise<void> {
  const env = { ...process.env, GOBIN: PROGRAMS };
  try {
    await promisify(execFile)('go', ['install', `${path}@${version}`], { env, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new Error('Go (https://go.dev, 1.26 or later) is not installed.') : new Error(message);
  }
}

/** Return the path of a program that is installed. */
export function pathOfGoProgram({ name }: GoProgram): string {
  return join(PROGRAMS, name);
}
