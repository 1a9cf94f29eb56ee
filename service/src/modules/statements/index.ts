export { issueStatements } from './close-months.ts';
export { statementRoutes } from './routes.ts';
