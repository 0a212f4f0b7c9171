/** What the dialog of a retry says. */
export interface RetryTexts {
  title: string;
  confirm: string;
  explanation: string;
  /** After the request has succeeded. */
  done: string;
}

/** Return the texts of a retry of targets that have failed, and of threads that were interrupted. */
export function retryTexts(failed: number, interrupted: number): RetryTexts {
  if (failed === 0) {
    const [threads, are] = interrupted === 1 ? ['thread', 'is'] : [`${interrupted} threads`, 'are'];
    return {
      title: `Resume the ${threads}?`,
      confirm: 'Resume now',
      explanation: 'Publishes the remaining parts now. Published parts are not sent again.',
      done: `The ${threads} ${are} resumed.`,
    };
  }
  const count = failed + interrupted;
  return {
    title: count === 1 ? 'Retry the failed target?' : `Retry the ${count} targets?`,
    confirm: 'Retry now',
    explanation: 'Publishes the failed targets now. Published targets and parts are not sent again.',
    done: count === 1 ? 'Retrying the target.' : `Retrying ${count} targets.`,
  };
}

/** What a person confirms before a retry that may create a second post. */
export interface DuplicateTexts {
  warning: string;
  confirmation: string;
}

/** Return the texts about targets on these platforms that may be live already; null for none. */
export function duplicateTexts(platforms: string[]): DuplicateTexts | null {
  if (platforms.length === 0) return null;
  const names = [...new Set(platforms)].join(', ');
  return {
    warning: `An earlier request may have published this on ${names}, and the platform cannot prove that it did not. If it did, a retry may publish it a second time.`,
    confirmation: `I have checked that it is not on ${names}`,
  };
}
