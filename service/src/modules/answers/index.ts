export {
  type AnswerKey,
  answerOfOther,
  claimAnswer,
  deleteOldAnswers,
  fingerprintOf,
  keptAnswer,
} from './kept-answer.ts';
export { claimStatement } from './queries.ts';
