/* A contract for questions about a file. */
export const hosting =
  "HOSTING AGREEMENT\n\n7. Term. This agreement runs for twenty-four months from 1 February 2026.\n\n8. Fees. The Customer pays EUR 1,200 a month, within thirty days of the invoice.\n\n9. Liability. Neither party is liable for loss of profit. The total liability of the Provider is limited to the fees of the last twelve months.\n\n11. Early termination. The Customer may end this agreement on sixty days' written notice and pays half of the fees for the remaining term.";
