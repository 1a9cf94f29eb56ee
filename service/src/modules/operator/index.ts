export { DOUBTS } from './doubts.ts';
export { operatorRoutes, type OperatorControls } from './routes.ts';
