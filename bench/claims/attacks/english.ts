/* A services agreement, and what may be said of it. */
import type { Attacks } from "./attacks.ts";

const sources = [
  `SERVICES AGREEMENT between Northwind Ltd ("Supplier") and Acme GmbH ("Customer")

3. Fees
3.1 The Customer shall pay the Supplier a monthly fee of EUR 12,500, exclusive of VAT, within thirty (30) days of receipt of the invoice.
3.2 If a payment is late, the Supplier may charge interest at 8% per annum from the due date until payment.
3.3 The Supplier may increase the fee once in each calendar year by not more than 3%, provided that it gives the Customer at least sixty (60) days' written notice.

7. Liability
7.1 Neither party shall be liable for indirect or consequential loss, except in cases of gross negligence or wilful misconduct.
7.2 The Supplier's total liability in any calendar year shall not exceed the fees paid in the twelve (12) months preceding the event giving rise to the claim.
7.3 Nothing in this Agreement excludes liability for death or personal injury caused by negligence.

9. Term and termination
9.1 This Agreement commences on 1 March 2024 and continues for an initial term of two years.
9.2 Either party may terminate this Agreement for convenience by giving not less than three months' written notice, unless the initial term has not yet expired.
9.3 The Customer may terminate this Agreement with immediate effect if the Supplier commits a material breach and fails to remedy it within fourteen days after receiving written notice of it.
9.4 The Supplier may not suspend the services without the prior written consent of the Customer.

11. Assignment
11.1 The Customer shall not assign this Agreement to any third party without the prior written consent of the Supplier, which shall not be unreasonably withheld.
11.2 The Supplier may subcontract its obligations between 5 and 10 working days after notifying the Customer.

14. Governing law
14.1 This Agreement is governed by the laws of England and Wales. The courts of London have exclusive jurisdiction.`,
];

export const english: Attacks[] = [
  {
    source: sources[0]!,
    rows: {
      true: [
        "The Customer pays a monthly fee of EUR 12,500 within 30 days of receiving the invoice [[1]]",
        "The monthly fee is EUR 12,500, excluding VAT [[1]]",
        "The monthly fee is twelve thousand five hundred euros [[1]]",
        "The fee is payable within thirty days of receipt of the invoice [[1]]",
        "The Supplier may charge interest at 8% a year on late payments [[1]]",
        "Neither party is liable for indirect loss, except in cases of gross negligence or wilful misconduct [[1]]",
        "The Supplier's total liability in a calendar year is capped at the fees paid in the preceding twelve months [[1]]",
        "The agreement does not exclude liability for death or personal injury caused by negligence [[1]]",
        "Liability for death or personal injury caused by negligence is not excluded [[1]]",
        "The agreement started on March 1, 2024 and has an initial term of two years [[1]]",
        "The initial term is 24 months [[1]]",
        "Either party may terminate for convenience on at least three months' written notice, unless the initial term has not yet expired [[1]]",
        "The Customer may terminate with immediate effect for a material breach that is not remedied within 14 days of written notice [[1]]",
        "The Supplier may not suspend the services without the Customer's prior written consent [[1]]",
        "The Supplier may subcontract its obligations between 5 and 10 working days after notifying the Customer [[1]]",
        "The Supplier may subcontract its obligations 5–10 working days after notifying the Customer [[1]]",
        "The Agreement is governed by the laws of England and Wales [[1]]",
        "The clause reads: “The Supplier may not suspend the services without the prior written consent of the Customer.” [[1]]",
        "“Either party may terminate this Agreement for convenience by giving not less than three months' written notice …” [[1]]",
        "“Either party may terminate this Agreement for convenience by giving not less than three months' written notice” [[1]]",
        "“Neither party shall be liable for indirect or consequential loss …” [[1]]",
        "“Neither party shall be liable for indirect or consequential loss […] personal injury caused by negligence” [[1]]",
        "“Nothing in this Agreement … excludes liability for death” [[1]]",
        "“The Customer may terminate this Agreement with immediate effect if the Supplier … commits a material breach” [[1]]",
        "“The Customer [not the Supplier] may terminate this Agreement with immediate effect” [[1]]",
        "“commits a material breach and fails to remedy it within fourteen days after receiving written notice of it. The Supplier may not suspend the services” [[1]]",
        "“commits a material breach and fails to remedy it within fourteen days after receiving written notice of it.\n9.4 The Supplier may not suspend the services” [[1]]",
        "«The courts of London have exclusive jurisdiction.» [[1]]",
        "»The courts of London have exclusive jurisdiction.« [[1]]",
        "‘The courts of London have exclusive jurisdiction.’ [[1]]",
        '"The courts of London have exclusive jurisdiction." [[1]]',
        "“The courts of London² have exclusive jurisdiction.” [[1]]",
        "“The courts of London[2] have exclusive jurisdiction.” [[1]]",
        "“The courts of London[^2] have exclusive jurisdiction.” [[1]]",
        "“The courts of London have ‘exclusive jurisdiction’.” [[1]]",
        "According to clause 9.4, “The Supplier may not suspend the services without the prior written consent of the Customer” [[1]]",
        "Clause 14.1 says: “The courts of London have exclusive jurisdiction” [[1]]",
        "“The courts of London have exclusive jurisdiction” (cl. 14.1) [[1]]",
      ],
      doubted: [
        "The Supplier may increase the fee once a year by up to 3% on sixty days' written notice [[1]]",
        "The Supplier may suspend the services with the prior written consent of the Customer [[1]]",
        "The Customer needs the Supplier's prior written consent to assign this Agreement to a third party [[1]]",
        "The notice period is “three months” [[1]]",
      ],
      false: [
        "The Supplier pays the Customer a monthly fee of EUR 12,500 within 30 days [[1]]",
        "The Customer shall pay the Supplier a monthly fee of EUR 12,500 within thirty months of receipt of the invoice [[1]]",
        "The Customer shall pay the Supplier a monthly fee of SEK 12,500 within 30 days of receipt of the invoice [[1]]",
        "The monthly fee is EUR 12,500, inclusive of VAT [[1]]",
        "The fee of EUR 12,500 is due each year [[1]]",
        "The monthly fee is USD 12,500 [[1]]",
        "The monthly fee is EUR 125,000 [[1]]",
        "The monthly fee is twelve thousand euros [[1]]",
        "The fee is payable within thirteen days of receipt of the invoice [[1]]",
        "The Supplier shall charge interest at 8% per annum on late payments [[1]]",
        "The Supplier may charge interest at 8% per month on late payments [[1]]",
        "The Supplier may charge interest at 8 percentage points above the base rate [[1]]",
        "The Customer may charge interest at 8% per annum from the due date until payment [[1]]",
        "The Supplier may increase the fee by at least 3% each calendar year [[1]]",
        "The Supplier may increase the fee once in each calendar year by more than 3% [[1]]",
        "The Supplier may increase the fee twice in each calendar year by not more than 3% [[1]]",
        "The Supplier may increase the fee without notice [[1]]",
        "Neither party is liable for indirect or consequential loss [[1]]",
        "Neither party is liable for direct loss [[1]]",
        "Both parties are liable for indirect or consequential loss [[1]]",
        "The parties are liable for indirect loss even in the absence of gross negligence [[1]]",
        "Neither party is liable for indirect loss, even in cases of gross negligence or wilful misconduct [[1]]",
        "Neither party shall be liable for indirect loss, including in cases of gross negligence [[1]]",
        "The Customer's total liability in any calendar year shall not exceed the fees paid in the twelve months preceding the event [[1]]",
        "The Supplier's total liability in any calendar year may exceed the fees paid in the preceding twelve months [[1]]",
        "The Supplier's liability is limited to the fees paid in the twelve weeks preceding the claim [[1]]",
        "The agreement excludes liability for death or personal injury caused by negligence [[1]]",
        "Liability for death or personal injury caused by negligence is excluded [[1]]",
        "The Agreement commences on 1 March 2025 [[1]]",
        "The Agreement commences on 3 January 2024 [[1]]",
        "The initial term is two months [[1]]",
        "The initial term is three years [[1]]",
        "Either party may terminate for convenience on three months' written notice [[1]]",
        "Either party must terminate this Agreement for convenience by giving three months' written notice [[1]]",
        "Either party may terminate this Agreement for convenience by giving not more than three months' written notice, unless the initial term has not yet expired [[1]]",
        "Only the Supplier may terminate this Agreement for convenience [[1]]",
        "Neither party may terminate this Agreement for convenience [[1]]",
        "Either party may terminate for convenience by giving three months' oral notice, unless the initial term has not yet expired [[1]]",
        "Either party may terminate for convenience by giving between one and three months' written notice [[1]]",
        "The Supplier may terminate with immediate effect if the Customer commits a material breach and fails to remedy it within fourteen days [[1]]",
        "The Customer may terminate with immediate effect if the Supplier commits a material breach, even if it remedies it within fourteen days [[1]]",
        "The Customer may terminate this Agreement with immediate effect if the Supplier commits a breach [[1]]",
        "The Customer may not terminate this Agreement with immediate effect if the Supplier commits a material breach [[1]]",
        "The Supplier may suspend the services without the prior written consent of the Customer [[1]]",
        "The Supplier may suspend the services [[1]]",
        "The Supplier may not suspend the services with the prior written consent of the Customer [[1]]",
        "The Customer may not suspend the services without the prior written consent of the Supplier [[1]]",
        "The Customer shall assign this Agreement to any third party without the prior written consent of the Supplier [[1]]",
        "The Customer may assign this Agreement to any third party [[1]]",
        "The Supplier shall not assign this Agreement to any third party without the prior written consent of the Customer [[1]]",
        "The Customer shall not assign the Agreement without the Supplier's prior written consent, which may be unreasonably withheld [[1]]",
        "It is not the case that the Customer shall not assign this Agreement without consent [[1]]",
        "The Customer needs no consent to assign this Agreement to a third party [[1]]",
        "The Supplier may subcontract its obligations between 5 and 20 working days after notifying the Customer [[1]]",
        "The Supplier may subcontract its obligations 5–15 working days after notifying the Customer [[1]]",
        "The Supplier may subcontract its obligations between 5 and 10 working days before notifying the Customer [[1]]",
        "The Agreement is governed by the laws of Germany [[1]]",
        "The courts of London have non-exclusive jurisdiction [[1]]",
        "The courts of Paris have exclusive jurisdiction [[1]]",
        "The courts of London do not have exclusive jurisdiction [[1]]",
        "The Supplier is free to stop work at any time: “The Supplier may not suspend the services without the prior written consent of the Customer” [[1]]",
        "“The Supplier may … suspend the services without the prior written consent of the Customer” [[1]]",
        "“The Supplier may … suspend the services” [[1]]",
        "“The Customer shall … assign this Agreement to any third party” [[1]]",
        "“The Supplier may increase the fee … by … 3%” [[1]]",
        "“[The Supplier] may terminate this Agreement with immediate effect if the Supplier commits a material breach” [[1]]",
        "“The courts of London have no exclusive jurisdiction.” [[1]]",
        "Under clause 3.1, “The Supplier may not suspend the services without the prior written consent of the Customer” [[1]]",
        "Clause 7.1 says: “The courts of London have exclusive jurisdiction” [[1]]",
        "“The courts of London have exclusive jurisdiction” (cl. 7.1) [[1]]",
        "The parties agreed that German courts decide, since “The courts of London have exclusive jurisdiction” [[1]]",
        "The Customer must give “three months' written notice” within the initial term [[1]]",
        "The notice period for a breach is “three months” [[1]]",
        "The Customer pays “EUR 12,500” a year [[1]]",
        "The cap is “the fees paid in the twelve (12) months preceding the event” and applies to the Customer [[1]]",
      ],
    },
  },
];
