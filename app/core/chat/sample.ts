/*
 * The sample for people without a chat. Each of its five mistakes is one that the
 * built-in editor finds by rules, and the next question is answered by one clause.
 * Plain ASCII.
 */
export const sampleLease = {
  name: "sample-lease.txt",
  text: `LEASE

1. The landlord lets the the rooms on the second floor of 14 Canal Street to the tenant from 1 March 2027.

2. The rent is 1,450 euros a month. The tenant recieves a receipt for each payment.

3. The deposit is three months' rent. The landlord keeps it seperate from other money.

4. The landlord repairs the heating within ten days after the tenant has asked for for it.

5. Either party may end this lease with six months' written notice. The tenant then returns the keys and and leaves the rooms clean.`,
};

export const sampleQuestions = {
  first: "Correct the attached lease.",
  next: "What notice may either party give to end this lease?",
};
