/* The GDPR, the AI Act and the Consumer Credit Act: what a lawyer would say of a section, and what one must not. */
import type { Statements } from "./statements.ts";

export const english: Statements = {
  "CELEX 32016R0679:art_33": {
    true: [
      "A personal data breach has to be reported to the supervisory authority within 72 hours where feasible [[1]]",
      "A later notification must give the reasons for the delay [[1]]",
      "The processor has to tell the controller of a breach without undue delay [[1]]",
    ],
    false: [
      "A personal data breach has to be reported to the supervisory authority within 24 hours [[1]]",
      "A later notification need not give the reasons for the delay [[1]]",
      "The controller has to notify the processor of a breach without undue delay [[1]]",
    ],
  },
  "CELEX 32016R0679:art_8": {
    true: [
      "A child can consent to information society services from the age of 16 [[1]]",
      "Member States may lower the age, but not below 13 [[1]]",
      "For younger children, consent must come from or be authorised by the holder of parental responsibility [[1]]",
    ],
    false: [
      "A child can consent to information society services from the age of 18 [[1]]",
      "Member States may lower the age to below 13 years [[1]]",
      "The controller need not make any effort to verify parental consent [[1]]",
    ],
  },
  "CELEX 32016R0679:art_37": {
    true: [
      "A public authority must designate a data protection officer, unless it is a court acting in its judicial capacity [[1]]",
      "A group of companies may have one data protection officer if every establishment can reach that person easily [[1]]",
      "Several public bodies may share a data protection officer, having regard to their structure and size [[1]]",
    ],
    false: [
      "A public authority may designate a data protection officer, but is not required to [[1]]",
      "A group of undertakings may not appoint a single data protection officer [[1]]",
      "Courts acting in their judicial capacity must designate a data protection officer [[1]]",
    ],
  },
  "CELEX 32024R1689:art_33": {
    true: [
      "The notified body remains fully responsible for what its subcontractors do [[1]]",
      "Subcontracting requires the provider's agreement [[1]]",
      "Documents on the subcontractor's qualifications must be kept for five years after the subcontracting ends [[1]]",
    ],
    false: [
      "The notified body is not responsible for what its subcontractors do [[1]]",
      "Subcontracting does not require the provider's agreement [[1]]",
      "Documents on the subcontractor's qualifications must be kept for ten years after the subcontracting ends [[1]]",
    ],
  },
  "CELEX 32016R0679:art_55": {
    true: [
      "Supervisory authorities have no competence over courts acting in their judicial capacity [[1]]",
      "Each supervisory authority acts on the territory of its own Member State [[1]]",
      "Article 56 does not apply where a public authority processes data under Article 6(1)(c) or (e) [[1]]",
    ],
    false: [
      "Supervisory authorities are competent to supervise courts acting in their judicial capacity [[1]]",
      "Each supervisory authority is competent on the territory of every Member State [[1]]",
      "Article 56 applies where a public authority processes data under Article 6(1)(c) or (e) [[1]]",
    ],
  },
  "CELEX 32016R0679:art_53": {
    true: [
      "A member may be removed only for serious misconduct or for no longer meeting the conditions of the office [[1]]",
      "Members of a supervisory authority are appointed in a transparent procedure [[1]]",
      "A member's duties end when the term of office expires, on resignation or on compulsory retirement [[1]]",
    ],
    false: [
      "A member may be dismissed at any time without misconduct [[1]]",
      "Members need no particular qualifications or experience [[1]]",
      "A member's duties do not end on resignation [[1]]",
    ],
  },
  "ukpga/1974/39/section/66A": {
    true: [
      "The debtor has 14 days to withdraw and does not have to give a reason [[1]]",
      "Notice of withdrawal can be given orally or in writing [[1]]",
      "The 14-day period begins on the day after the relevant day [[1]]",
    ],
    false: [
      "The debtor has 30 days to withdraw and does not have to give a reason [[1]]",
      "Notice of withdrawal must be given in writing, not orally [[1]]",
      "The debtor must give a reason for withdrawing [[1]]",
    ],
  },
  "ukpga/1974/39/section/80": {
    true: [
      "Within seven working days of a written request, the debtor must say where the goods are [[1]]",
      "It is an offence if the debtor's failure to comply lasts for 14 days [[1]]",
      "The duty does not extend to non-commercial agreements [[1]]",
    ],
    false: [
      "Within ten working days of a written request, the debtor must say where the goods are [[1]]",
      "It is not an offence if the debtor's failure to comply lasts for 14 days [[1]]",
      "The creditor must tell the debtor where the goods are [[1]]",
    ],
  },
  "ukpga/1974/39/section/101": {
    true: [
      "Notice by the hirer cannot expire until eighteen months after the agreement was made [[1]]",
      "Where there are no regular or differing payments, the hirer must give at least three months' notice [[1]]",
      "Liabilities that accrued before termination are not affected by it [[1]]",
    ],
    false: [
      "Notice by the hirer cannot expire until twelve months after the agreement was made [[1]]",
      "Where there are no regular or differing payments, the hirer must give at least six months' notice [[1]]",
      "Liabilities that accrued before termination are extinguished by it [[1]]",
    ],
  },
  "ukpga/1974/39/section/114": {
    true: [
      "Anyone taking an article in pawn must hand over a receipt in the prescribed form when receiving it [[1]]",
      "Taking a pawn from someone known to be a minor is an offence [[1]]",
      "The section does not cover a pledge of documents of title [[1]]",
    ],
    false: [
      "Anyone taking an article in pawn may hand over a receipt, but need not [[1]]",
      "Taking a pawn from someone known to be a minor is not an offence [[1]]",
      "The section applies to a pledge of documents of title [[1]]",
    ],
  },
};
