<?php

declare(strict_types=1);

// Loads the library without Composer, whose own autoload.php does the same.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'ContentIntelligence\\')) {
        return;
    }
    $path = __DIR__ . '/src/' . strtr(substr($class, strlen('ContentIntelligence\\')), '\\', '/') . '.php';
    if (is_file($path)) {
        require $path;
    }
});
