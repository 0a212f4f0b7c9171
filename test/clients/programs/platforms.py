# The type checker accepts this file only if it rejects a comparison of a response with "x": responses have "twitter".
from content_intelligence.types import Target


def is_on_x(target: Target) -> bool:
    if target["platform"] == "x":  # type: ignore[comparison-overlap]
        return True
    return target["platform"] == "twitter"
