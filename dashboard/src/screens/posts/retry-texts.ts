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
    explanation:
      'Publishes the failed targets now. Targets and parts that are, or may be, published are not sent again.',
    done: count === 1 ? 'Retrying the target.' : `Retrying ${count} targets.`,
  };
}
