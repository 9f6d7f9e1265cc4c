"""How good each check is: labelled cases, rewrites of them, rates with their intervals, and scorecards."""
