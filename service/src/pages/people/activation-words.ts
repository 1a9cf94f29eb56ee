export type ActivationKind = 'channel' | 'dashboard';

interface ActivationWords {
  title: string;
  heading: string;
  text: string;
  submit: string;
  again: string;
  done_heading: string;
}

export const ACTIVATION_WORDS: Readonly<Record<ActivationKind, ActivationWords>> = {
  channel: {
    title: 'Activate your channel',
    heading: 'Activate your channel',
    text: "Choose the password of the channel's owner. You then see the channel's first API key, once.",
    submit: 'Activate and show the key',
    again: 'Activated less than ten minutes ago? Enter the password you chose then to see the key again.',
    done_heading: 'Your channel is active',
  },
  dashboard: {
    title: 'Activate your account',
    heading: 'Choose your password',
    text: 'With it you sign in to your business, in the dashboard that your platform gives you.',
    submit: 'Set the password',
    again: 'Activated already? Then sign in to that dashboard with the password you chose.',
    done_heading: 'Your account is ready',
  },
};

/** What went wrong, by the status of the answer. The script of the page reads the same ones. */
export const ACTIVATION_PROBLEMS: Readonly<Record<string, string>> = {
  401: 'This link was used already, with another password. Enter the password that was chosen then.',
  404: 'This activation link does not exist. Please check that it was opened whole.',
  410: 'This activation link is no longer valid. Please ask the operator for a new invitation.',
  422: 'This password does not keep all of the rules below.',
  429: 'There were too many attempts from your network. Please wait a minute, then try again.',
  other: 'The service could not be reached. Nothing is lost: please try again in a moment.',
};
