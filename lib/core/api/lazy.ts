/**
 * Memoize a value that is built at its first use and not when its module loads. Response schemas are lazy:
 * only the OpenAPI document and tests use them, and building them would be part of every cold start.
 */
export function lazy<T>(build: () => T): () => T {
  let built: { value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}
