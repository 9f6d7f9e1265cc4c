"""The names of langcore-guardrails over vouched, so that its own tests can be run through vouched."""

from .provider import GuardrailLanguageModel
from .validator_registry import (
    ChainResult,
    GuardrailValidationError,
    ValidatorChain,
    ValidatorEntry,
    get_validator,
    list_validators,
    register_validator,
)
from .validators import (
    ConfidenceThresholdValidator,
    ConsistencyValidator,
    FieldCompletenessValidator,
    GroundingValidator,
    GuardrailValidator,
    JsonSchemaValidator,
    OnFailAction,
    RegexValidator,
    SchemaValidator,
    ValidationResult,
)

__all__ = [
    "ChainResult",
    "ConfidenceThresholdValidator",
    "ConsistencyValidator",
    "FieldCompletenessValidator",
    "GroundingValidator",
    "GuardrailLanguageModel",
    "GuardrailValidationError",
    "GuardrailValidator",
    "JsonSchemaValidator",
    "OnFailAction",
    "RegexValidator",
    "SchemaValidator",
    "ValidationResult",
    "ValidatorChain",
    "ValidatorEntry",
    "get_validator",
    "list_validators",
    "register_validator",
]
