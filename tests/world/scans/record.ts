import { rememberHere } from './heard.ts';
import { watchStatements } from './statements.ts';

// Every process that runs tests writes down what the service asks of its database in them; heard.test.ts judges it.
const remember = rememberHere();
if (remember) watchStatements(remember);
