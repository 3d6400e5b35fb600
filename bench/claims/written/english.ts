/* A loan, a supply agreement and an act, and what may be said of them. */
import type { Attacks } from "../attacks/attacks.ts";

const loan = `FACILITY LETTER between Harrow Bank plc (the Lender) and Tamar Foods Ltd (the Borrower)

3. Drawdown
3.1 The Borrower may draw the facility in up to four tranches, each of at least £250,000, on five business days' written notice to the Lender.
3.2 No tranche may be drawn after 30 September 2027 or while an event of default is continuing.

5. Interest and fees
5.1 Interest accrues daily at 2.75% above the base rate and is payable quarterly in arrear.
5.2 If the Borrower does not pay an amount on its due date, interest on that amount is increased by 2% until it is paid.
5.3 The arrangement fee of £40,000 is not refundable, whether or not the facility is drawn.

8. Undertakings
8.1 The Borrower shall deliver its audited accounts to the Lender within 120 days after the end of each financial year.
8.2 The Borrower shall not create security over its assets or dispose of its main warehouse without the Lender's prior consent.
8.3 The Lender may transfer its rights to another bank without the consent of the Borrower.

11. Default
11.1 The Lender may cancel the facility and demand immediate repayment if a payment is more than ten business days late.
11.2 A breach of clause 8.1 is not an event of default if it is remedied within 21 days.`;

const supply = `SUPPLY AGREEMENT between Nordvik Marine AS (the Supplier) and Clyde Ferries Ltd (the Customer)

4. Delivery
4.1 The Supplier shall deliver the engines to the Customer's yard at Greenock at its own cost and risk.
4.2 Title to an engine passes to the Customer on payment in full; risk passes on delivery.
4.3 The Customer shall inspect each engine within seven days after delivery and shall report visible defects in writing.

6. Warranty
6.1 The Supplier repairs or replaces a defective engine free of charge during a warranty period of 24 months from delivery.
6.2 The warranty does not cover ordinary wear or damage caused by unsuitable fuel.
6.3 A replaced engine carries a fresh warranty of 12 months.

9. Liability
9.1 Neither party is liable for loss of profit. Nothing in this clause limits liability for fraud.
9.2 The total liability of the Supplier in a calendar year is limited to the price paid in that year.
9.3 The liability of the Customer is limited to £2,000,000, except for its duty to pay the price.`;

const act = `Section 12 Requests for review
(1) A person to whom a decision is addressed may request a review within 28 days beginning with the day on which the decision was received.
(2) The registrar must acknowledge the request within five working days and must decide it within three months.
(3) A request made out of time must be refused unless the registrar is satisfied that there was a good reason for the delay.
(4) A decision takes effect immediately, and a request for review does not suspend it.
(5) The registrar may hold a hearing in public, but must hear evidence about a person's health in private.
(6) No fee is payable for a request. The registrar may order a person who acted unreasonably to pay costs of not more than £500.`;

export const english: Attacks[] = [
  {
    source: loan,
    rows: {
      true: [
        "The Borrower can draw the loan in no more than four tranches [[1]]",
        "Each tranche must be at least £250,000 [[1]]",
        "A drawing requires five business days' written notice to the Lender [[1]]",
        "Interest is payable quarterly in arrear at 2.75% above base rate [[1]]",
        "Late amounts bear 2% more interest until they are paid [[1]]",
        "The £40,000 arrangement fee is non-refundable, even if the facility is not drawn [[1]]",
        "Audited accounts have to reach the Lender within 120 days of the end of the financial year [[1]]",
        "Without the Lender's prior consent, the Borrower must not sell its main warehouse [[1]]",
        "The Lender is free to transfer its rights to another bank without asking the Borrower [[1]]",
        "If a payment is over ten business days late, the Lender may cancel the facility [[1]]",
        "A breach of clause 8.1 that is cured within 21 days is no event of default [[1]]",
      ],
      false: [
        "The Borrower may draw the facility by oral notice to the Lender [[1]]",
        "Tranches may be drawn even while an event of default is continuing [[1]]",
        "Interest accrues monthly at 2.75% above the base rate [[1]]",
        "Interest is payable quarterly in advance [[1]]",
        "If the Borrower does not pay on the due date, interest on the whole facility is increased by 2% [[1]]",
        "The arrangement fee of £40,000 is refundable if the facility is not drawn [[1]]",
        "The Borrower shall deliver its unaudited accounts to the Lender within 120 days [[1]]",
        "The Borrower shall deliver its management accounts to the Lender within 120 days after the end of each financial year [[1]]",
        "The Borrower shall not lease its main warehouse without the Lender's prior consent [[1]]",
        "The Lender may transfer its obligations to another bank without the consent of the Borrower [[1]]",
        "The Lender may transfer its rights to any company without the consent of the Borrower [[1]]",
        "The Lender may cancel the facility if a payment is less than ten business days late [[1]]",
        "A breach of clause 8.2 is not an event of default if it is remedied within 21 days [[1]]",
      ],
    },
  },
  {
    source: supply,
    rows: {
      true: [
        "The Supplier delivers the engines to the yard at Greenock at its own cost and risk [[1]]",
        "Title passes once the engine has been paid for in full [[1]]",
        "Risk passes to the Customer on delivery [[1]]",
        "The Customer has seven days after delivery to inspect each engine [[1]]",
        "Visible defects must be reported in writing [[1]]",
        "The warranty period is 24 months from delivery [[1]]",
        "Damage caused by unsuitable fuel is not covered by the warranty [[1]]",
        "A replaced engine has a new warranty of 12 months [[1]]",
        "Neither the Supplier nor the Customer is liable for loss of profit [[1]]",
        "The Supplier's total liability per calendar year is capped at the price paid in that year [[1]]",
      ],
      false: [
        "The Supplier shall deliver the engines to the Customer's yard at the Customer's cost [[1]]",
        "The Supplier shall collect the engines from the Customer's yard at Greenock [[1]]",
        "Title to an engine passes to the Customer on delivery [[1]]",
        "Title to an engine passes on payment of the deposit [[1]]",
        "The Customer shall report hidden defects in writing [[1]]",
        "The Customer shall inspect each vessel within seven days after delivery [[1]]",
        "The Supplier repairs or replaces a defective engine at the Customer's expense [[1]]",
        "The Supplier repairs and replaces a defective engine during a warranty period of 24 months [[1]]",
        "The warranty covers damage caused by unsuitable fuel [[1]]",
        "A repaired engine carries a fresh warranty of 12 months [[1]]",
        "Neither party is liable for fraud [[1]]",
        "The total liability of the Supplier over the whole term is limited to the price paid [[1]]",
        "The liability of the Customer is unlimited [[1]]",
      ],
    },
  },
  {
    source: act,
    rows: {
      true: [
        "A person to whom a decision is addressed can ask for a review within 28 days [[1]]",
        "The registrar has to acknowledge the request within five working days [[1]]",
        "The registrar must decide the request within three months [[1]]",
        "A late request must be refused unless there was a good reason for the delay [[1]]",
        "A request for review does not suspend the decision [[1]]",
        "Evidence about a person's health must be heard in private [[1]]",
        "No fee has to be paid for a request [[1]]",
        "Costs of at most £500 may be ordered against a person who acted unreasonably [[1]]",
      ],
      false: [
        "Anyone affected by a decision may request a review within 28 days [[1]]",
        "The 28 days begin with the day on which the decision was made [[1]]",
        "The registrar may acknowledge the request within five working days [[1]]",
        "The registrar must publish the request within three months [[1]]",
        "A request made out of time must be granted if there was a good reason for the delay [[1]]",
        "The decision is suspended by a request for review [[1]]",
        "A decision takes effect after three months [[1]]",
        "The registrar must hold a hearing in public [[1]]",
        "The registrar must hear evidence about a person's finances in private [[1]]",
        "The registrar may order a person who acted unreasonably to pay damages of not more than £500 [[1]]",
        "The registrar may order a person who acted reasonably to pay costs [[1]]",
        "The Minister must acknowledge the request within five working days [[1]]",
      ],
    },
  },
];
