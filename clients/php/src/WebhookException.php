<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** The signature of a webhook is missing, wrong or too old: do not process it. */
final class WebhookException extends CisException
{
}
