<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** Checks what a program passes. */
final class Arguments
{
    /** Return a base URL that ends with its version. Throws an InvalidArgumentException for a text that is none. */
    public static function baseUrl(string $text): string
    {
        $isValid = preg_match('~\Ahttps?://[^\s/?#@\\\\]+(/[^\s?#\\\\]*)?\z~', $text) === 1;
        $parts = $isValid ? parse_url($text) : false;
        if ($parts === false || ($parts['host'] ?? '') === '' || ($parts['port'] ?? 80) === 0) {
            throw new \InvalidArgumentException(
                'The base URL must be like https://social.example.com/v1, without credentials and query.',
            );
        }
        $base = rtrim($text, '/');

        return str_ends_with($base, '/v1') ? $base : "{$base}/v1";
    }

    /**
     * Return the headers that name a workspace, by its id or as `external:` and an external id, and who acts.
     *
     * @return list<string>
     */
    public static function workspaceHeaders(string $workspace, ?string $actor): array
    {
        $prefix = 'external:';
        $name = str_starts_with($workspace, $prefix)
            ? $prefix . rawurlencode(substr($workspace, strlen($prefix)))
            : $workspace;
        $headers = ['workspace: ' . self::header('workspace', $name)];

        return $actor === null ? $headers : [...$headers, 'actor: ' . self::header('actor', $actor)];
    }

    /** Return a header. Throws an InvalidArgumentException for a value that could add another one. */
    public static function header(string $name, #[\SensitiveParameter] string $value): string
    {
        if (preg_match('/\A[\x20-\x7e]*\z/', $value) !== 1) {
            throw new \InvalidArgumentException("The {$name} may have printable ASCII characters only.");
        }

        return $value;
    }
}
