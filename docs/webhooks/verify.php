<?php

declare(strict_types=1);

// Tells a genuine delivery from any other. Copy it; it needs nothing but PHP 8.0 or newer.

const TOLERANCE_SECONDS = 300;

/**
 * $rawBody is the body as it came, before anything has parsed it: file_get_contents('php://input'). $header is
 * Service-Signature: $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? null. $now is in Unix seconds.
 */
function is_genuine(string $rawBody, ?string $header, string $secret, ?int $now = null): bool
{
    $isOfForm = preg_match('/\At=([0-9]{1,12}),v1=([0-9a-f]{64})\z/', $header ?? '', $parts) === 1;
    // Whoever knows that a secret was left empty could sign with it.
    if ($secret === '' || !$isOfForm) {
        return false;
    }
    [, $t, $v1] = $parts;
    if (abs(($now ?? time()) - (int) $t) > TOLERANCE_SECONDS) {
        return false;
    }
    return hash_equals(hash_hmac('sha256', $t . '.' . $rawBody, $secret), $v1);
}
