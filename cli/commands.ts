import type { Command } from './command.ts';

export interface Listed {
  readonly name: string;
  readonly summary: string;
  /** Brings the command's code, and nothing before it is asked for. */
  load(): Promise<Command>;
}

const operator = (name: string, summary: string): Listed => ({
  name,
  summary,
  load: async () => (await import('./operator/command.ts')).operatorCommand(name),
});

/** Every command, in the order of the help, by its name of one or two words. */
export const COMMANDS: readonly Listed[] = [
  {
    name: 'serve',
    summary: 'run the service over the database of DATABASE_URL',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'migrate',
    summary: 'bring the database of DATABASE_URL to this release',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    name: 'config check',
    summary: 'say what is missing or wrong among the settings, and start nothing',
    load: async () => (await import('./config-check.ts')).configCheckCommand,
  },
  {
    name: 'status',
    summary: 'show at one look how the service is, and what is for a person',
    load: async () => (await import('./status/command.ts')).statusCommand,
  },
  {
    name: 'listen',
    summary: 'forward the events of a test channel to a server on this machine',
    load: async () => (await import('./listen/command.ts')).listenCommand,
  },
  {
    name: 'trigger',
    summary: 'do in a test environment what raises an event of a type',
    load: async () => (await import('./trigger/command.ts')).triggerCommand,
  },
  {
    name: 'webhooks verify',
    summary: 'check the signature of a delivery and say what is wrong with it',
    load: async () => (await import('./verify/command.ts')).verifyCommand,
  },
  {
    name: 'endpoints list',
    summary: 'list the webhook endpoints of a channel, newest first',
    load: async () => (await import('./endpoints/command.ts')).endpointsListCommand,
  },
  {
    name: 'endpoints deliveries',
    summary: 'list what became of the deliveries to an endpoint',
    load: async () => (await import('./endpoints/command.ts')).endpointsDeliveriesCommand,
  },
  {
    name: 'csp',
    summary: 'print what a page with a checkout has to allow in its content policy',
    load: async () => (await import('./csp.ts')).cspCommand,
  },
  {
    name: 'provider ping',
    summary: 'check that the wallet provider knows this deployment',
    load: async () => (await import('./provider-ping.ts')).providerPingCommand,
  },
  operator('channel create', 'make a channel and invite its owner'),
  operator('channel list', 'list the channels, newest first'),
  operator('channel invite', 'replace the invitation of a channel’s owner'),
  operator('channel change', 'rename or stop a channel, or widen its budgets'),
  operator('channel terms', 'set what a channel is paid of the fees'),
  operator('merchant list', 'list the merchants, newest first'),
  operator('merchant hold', 'stop a merchant from taking payments'),
  operator('merchant unhold', 'lift the hold of a merchant'),
  operator('merchant disconnect', 'end the connection of a merchant to its wallet account'),
  operator('merchant release-link', 'free the wallet account of a merchant for another'),
  operator('merchant route', 'have a merchant paid by another provider'),
  operator('key list', 'list the keys of a merchant’s own, newest first'),
  operator('key mint', 'make a key of a merchant’s own'),
  operator('key revoke', 'have a key of a merchant’s own refused from now on'),
  operator('user list', 'list the users of a merchant’s dashboard, newest first'),
  operator('user invite', 'invite a person to a merchant’s dashboard, or change what a user may'),
  operator('user remove', 'have a user of a merchant’s dashboard signed out for good'),
  operator('events list', 'list events with what became of their deliveries'),
  operator('events replay', 'raise one event again, or all that a filter finds'),
  {
    name: 'disputes list',
    summary: 'list the disputes of a merchant, newest first',
    load: async () => (await import('./disputes/command.ts')).disputesListCommand,
  },
  {
    name: 'disputes show',
    summary: 'show a dispute and the answers that it takes now',
    load: async () => (await import('./disputes/command.ts')).disputesShowCommand,
  },
  {
    name: 'disputes answer',
    summary: 'give a merchant’s answer to a dispute',
    load: async () => (await import('./disputes/command.ts')).disputesAnswerCommand,
  },
  operator('disputes note', 'write a note beside a dispute'),
  operator('disputes settle', 'say what became of an answer in doubt'),
  {
    name: 'text send',
    summary: 'text somebody a link to pay',
    load: async () => (await import('./text/command.ts')).textSendCommand,
  },
  {
    name: 'text list',
    summary: 'list the payment requests of a merchant, newest first',
    load: async () => (await import('./text/command.ts')).textListCommand,
  },
  {
    name: 'text show',
    summary: 'show a payment request as far as it is known',
    load: async () => (await import('./text/command.ts')).textShowCommand,
  },
  {
    name: 'text cancel',
    summary: 'have a link to pay withdrawn',
    load: async () => (await import('./text/command.ts')).textCancelCommand,
  },
  operator('text settle', 'say what became of a message that nobody heard of'),
  operator('subscriptions list', 'list subscriptions with when they are charged next'),
  operator('subscriptions show', 'show one with the tries of its charges'),
  {
    name: 'transactions export',
    summary: 'write the transactions that a filter finds as CSV',
    load: async () => (await import('./transactions/export.ts')).transactionsExportCommand,
  },
  operator('clock show', 'show the clock of the deployment'),
  operator('clock advance', 'move the clock of a test deployment forward'),
  {
    name: 'check',
    summary: 'show that list, days, statistics, ledger and statements agree',
    load: async () => (await import('./check/command.ts')).checkCommand,
  },
  operator('lookup', 'show what an id is, and the payment that it belongs to'),
  operator('unsettled list', 'list what no provider has settled, the oldest first'),
  operator('unsettled check', 'ask the provider about one of them now'),
  operator('unsettled settle', 'say that one of them was not done'),
  operator('reconcile run', 'compare days with the provider’s own books now'),
  operator('reconcile days', 'list the days that are compared, and how far they are'),
  operator('reconcile list', 'list what does not agree with the provider'),
  operator('reconcile settle', 'say that a difference is dealt with'),
  operator('statements close', 'issue the statements of a month that is over'),
  operator('statements under-way', 'show how far the statements are that are being written'),
  operator('statements correct', 'issue another statement in the place of one'),
  {
    name: 'statements list',
    summary: 'list the statements of a channel, newest month first',
    load: async () => (await import('./statements/read.ts')).statementsListCommand,
  },
  {
    name: 'statements show',
    summary: 'show what a statement comes to',
    load: async () => (await import('./statements/read.ts')).statementsShowCommand,
  },
  {
    name: 'statements export',
    summary: 'write a statement with its lines to a file',
    load: async () => (await import('./statements/export.ts')).statementsExportCommand,
  },
  {
    name: 'statements verify',
    summary: 'work an exported statement out again',
    load: async () => (await import('./statements/verify.ts')).statementsVerifyCommand,
  },
  {
    name: 'secrets rotate',
    summary: 'seal stored secrets with the key of today',
    load: async () => (await import('./secrets-rotate.ts')).secretsRotateCommand,
  },
  operator('audit tail', 'show who did what, newest last'),
];

/** The command that a command line begins with, and the words behind its name. */
export function findCommand(args: readonly string[]): { listed: Listed; rest: readonly string[] } | null {
  const [noun = '', verb = ''] = args;
  const ofNoun = commandsOf(noun).find(({ name }) => name.endsWith(` ${verb}`));
  if (ofNoun) return { listed: ofNoun, rest: args.slice(2) };
  const listed = COMMANDS.find(({ name }) => name === noun);
  return listed ? { listed, rest: args.slice(1) } : null;
}

/** The commands of a noun, which may stand in either number: the help has it in one. */
export function commandsOf(noun: string): readonly Listed[] {
  return COMMANDS.filter(({ name }) => {
    const [own, verb] = name.split(' ');
    return verb !== undefined && singular(own!) === singular(noun);
  });
}

function singular(noun: string): string {
  return noun.replace(/s$/, '');
}
