"""Prints what of an answer stands in its document, and where."""

from vouched import Document, verify

lease = Document(id="lease", text="The Tenant may leave by giving two months’\nwritten notice. Pets are not allowed.")
answer = """\
You can leave by giving "two months' written notice" [lease].
Your cat can come along, since "Pets are allowed" [lease]."""

outcome = verify(answer, lease)
print(outcome.status)
for claim in outcome.claims:
    print(f"{claim.verdict}: {claim.text}")
    for quote in claim.quotes:
        line, column = lease.place(quote.start)
        print(f"    {quote.document}:{line}:{column} ({quote.how}) {quote.text!r}")
for finding in outcome.findings:
    print(f"{finding.code}: {finding.message}")
