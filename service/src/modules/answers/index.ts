export { forgetOldAnswers } from './forget-old-answers.ts';
export { type AnswerKey, answerOfOther, claimAnswer, fingerprintOf, keptAnswer } from './kept-answer.ts';
export { claimStatement } from './queries.ts';
