"""Judges an answer in plain prose, without any quote, against a document: what of it stands, and what does not."""

from __future__ import annotations

from vouched import verify
from vouched.checks import Citations, Figures, Names, Negation, Quotes, Supported

REPORT = (
    "In the third quarter of 2025 revenue was $3,104 million, after $2,940 million a year before. The board of Acme "
    "Works approved a dividend of 0.50 EUR a share. Employees may not sell shares before 1 November 2025."
)
ANSWER = (
    "Thank you for your question. In Q3 2025 revenue was $3.1 billion, which is growth of 5.6%. The dividend is 0.05 "
    "EUR a share. Employees may sell shares before 1 November 2025. Globex Corporation approved it."
)


def main() -> None:
    """Print each claim with its judgement, and what contradicts it."""
    checks = [Citations(), Quotes(), Figures(), Names(), Negation(), Supported()]
    outcome = verify(ANSWER, {"report": REPORT}, checks=checks)
    for number, claim in enumerate(outcome.claims):
        print(f"{claim.judgement:<17}{claim.text}")
        for finding in outcome.findings:
            if finding.claim == number and finding.check != "support":
                print(f"{'':<17}{finding.message}")


if __name__ == "__main__":
    main()
