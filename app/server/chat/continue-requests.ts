/* What a model is asked when its work or answer was cut off. */

/** Asks an agent to continue after an interrupted step. */
export const continueBrokenRequest = `Your work was cut off here. Go on with the plan where it stopped: do not plan again, and do not repeat what was done.`;

/** The same, in a later run. */
export const continueAgentRequest = `${continueBrokenRequest} \
What you read before is no longer shown to you; read a section again before you change it.`;

/** Asks the model to continue an answer that was cut off. */
export const continueRequest = `Your last message was cut off. Go on exactly where it ends: begin with the very next character, in the same sentence or word if it ends there. \
Do not repeat anything, do not apologise, do not begin anew. A marker that is open stays open; close it when its text is complete.`;
