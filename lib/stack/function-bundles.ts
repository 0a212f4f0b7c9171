import type { Construct } from 'constructs';
import { bundleFunctions, sharedBundles } from '../bundle/bundling.ts';

/**
 * The context value that gives the functions of the local stage code in common, after `bundleTogether`. No deployment
 * sets it.
 */
export const SHARES_CODE = 'sharesCode';

/** Return the folder of each bundle, by its name. */
export function functionBundles(scope: Construct): Map<string, string> {
  return scope.node.tryGetContext(SHARES_CODE) === true ? sharedBundles() : bundleFunctions();
}
