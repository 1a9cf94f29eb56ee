export { sweepStatements } from './sweep-statements.ts';
export { statementRoutes } from './routes.ts';
