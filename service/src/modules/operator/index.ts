export { operatorRoutes, type OperatorControls } from './routes.ts';
