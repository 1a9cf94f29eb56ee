import type { UploadedFile } from '../multipart.ts';
import { minorOf, money, type Money } from '../../shapes/money.ts';
import type { Dispute } from '../../shapes/dispute-shapes.ts';
import { createChecker, isObject, type Checker } from '../../checks/checker.ts';
import { checkMoney } from '../../checks/money-check.ts';
import { refuse } from '../../checks/problem.ts';

type Fields = Record<string, unknown>;

const TEXT_MAX = 2_000;
const NAME_MAX = 255;
const LIST_MAX = 100;
const FILE_BYTES_MAX = 10 * 1_048_576;
const FILES_MAX = 10;
const FILE_NAME = /^[A-Za-z0-9-_,\s]+\.(?:jpe?g|gif|png|pdf)$/i;
const CODE = /^[0-9A-Z_]+$/;
const INVOICE_ID = /^[A-Za-z0-9:\-|]+$/;
const CLAIM_REASONS = new Set(
  (
    'DID_NOT_SHIP_ITEM TOO_TIME_CONSUMING LOST_IN_MAIL NOT_ABLE_TO_WIN COMPANY_POLICY ' + 'REASON_NOT_SET'
  ).split(' '),
);

/** What an action came with: its body, read field by field, and its files. */
export interface ActionInput {
  body: Fields;
  checker: Checker;
  files: UploadedFile[];
}

/** Opens the body of an action. Refuses a body that is no object, and files that are not taken. */
export function openInput(body: unknown, files: UploadedFile[]): ActionInput {
  if (body !== null && !isObject(body)) return refuse('MALFORMED_REQUEST_JSON');
  const checker = createChecker();
  if (files.length > FILES_MAX) checker.add('INVALID_ARRAY_MAX_ITEMS', '/documents');
  for (const file of files) {
    if (!FILE_NAME.test(file.name)) checker.add('INVALID_PARAMETER_VALUE', `/${file.field}`, file.name);
    if (file.bytes > FILE_BYTES_MAX) checker.add('MAX_VALUE_EXCEEDED', `/${file.field}`, file.name);
  }
  return { body: body ?? {}, checker, files };
}

/** A text of at most two thousand characters that must be there. */
export function requiredText({ body, checker }: ActionInput, name: string): string {
  return checker.text(body, name, '', { required: true, max: TEXT_MAX }) ?? '';
}

/** One of the values that the dispute allows. */
export function chosen(
  { body, checker }: ActionInput,
  name: string,
  allowed: readonly string[],
  fallback?: string,
): string {
  const required = fallback === undefined;
  return checker.text(body, name, '', { required, oneOf: new Set(allowed) }) ?? fallback ?? '';
}

/** An amount of the dispute's currency and at most of its size, or null. */
export function partOf(input: ActionInput, name: string, dispute: Dispute, required = false): Money | null {
  const { body, checker } = input;
  const given = checker.object(body, name, '', required);
  if (given === undefined) return null;
  const { currency_code } = dispute.amount;
  const minor = checkMoney(checker, given, `/${name}`, { currency: currency_code, positive: true });
  if (minor === null) return null;
  if (minor > minorOf(dispute.amount)) checker.add('MAX_VALUE_EXCEEDED', `/${name}/value`, given['value']);
  return money(minor, currency_code);
}

/** The fields that accepting a claim and making an offer share. */
export function checkSettlement({ body, checker }: ActionInput): void {
  checker.text(body, 'invoice_id', '', { max: 127, pattern: INVOICE_ID });
  checker.text(body, 'accept_claim_reason', '', { oneOf: CLAIM_REASONS });
  checkAddress(checker, body, 'return_shipping_address');
}

interface EvidenceInput {
  evidence_type: string;
  notes?: string;
  evidence_info?: Fields;
  documents?: { name: string }[];
}

/** The evidence of a call; every document named in it must have come as a file. */
export function readEvidences(input: ActionInput): EvidenceInput[] {
  const { body, checker, files } = input;
  const rule = { required: true, min: 1, max: LIST_MAX };
  const list = checker.list(body, 'evidences', '', rule) ?? [];
  checkAddress(checker, body, 'return_address');
  const evidences = list.map((entry, index) => readEvidence(input, entry, `/evidences/${index}`));
  const named = new Set(evidences.flatMap(({ documents }) => documents?.map(({ name }) => name) ?? []));
  const unnamed = files.filter(({ name }) => !named.has(name)).map(({ name }) => ({ name }));
  const first = evidences[0];
  // A file that no entry names belongs to the first one.
  if (first !== undefined && unnamed.length > 0) {
    first.documents = [...(first.documents ?? []), ...unnamed];
  }
  return evidences;
}

function readEvidence({ checker, files }: ActionInput, entry: unknown, at: string): EvidenceInput {
  if (!isObject(entry)) {
    checker.add('INVALID_PARAMETER_SYNTAX', at);
    return { evidence_type: '' };
  }
  const rule = { required: true, max: NAME_MAX, pattern: CODE };
  const evidence_type = checker.text(entry, 'evidence_type', at, rule) ?? '';
  const notes = checker.text(entry, 'notes', at, { max: TEXT_MAX });
  const info = checker.object(entry, 'evidence_info', at);
  if (info) checkInfo(checker, info, `${at}/evidence_info`);
  const documents = (checker.list(entry, 'documents', at, { min: 1, max: LIST_MAX }) ?? []).map(
    (document, index) => {
      const place = `${at}/documents/${index}`;
      if (!isObject(document)) checker.add('INVALID_PARAMETER_SYNTAX', place);
      const name = isObject(document) ? checker.text(document, 'name', place, { required: true }) : undefined;
      const isThere = files.some((file) => file.name === name || file.field === name);
      if (name !== undefined && !isThere) checker.add('INVALID_PARAMETER_VALUE', `${place}/name`, name);
      return { name: name ?? '' };
    },
  );
  return {
    evidence_type,
    ...(notes === undefined ? {} : { notes }),
    ...(info === undefined ? {} : { evidence_info: info }),
    ...(documents.length === 0 ? {} : { documents }),
  };
}

function checkInfo(checker: Checker, info: Fields, at: string): void {
  const trackings = checker.list(info, 'tracking_info', at, { min: 1, max: 10 }) ?? [];
  trackings.forEach((tracking, index) => {
    const place = `${at}/tracking_info/${index}`;
    if (!isObject(tracking)) return checker.add('INVALID_PARAMETER_SYNTAX', place);
    checker.text(tracking, 'carrier_name', place, { required: true, max: NAME_MAX, pattern: CODE });
    checker.text(tracking, 'tracking_number', place, { required: true, max: NAME_MAX });
    const isOther = tracking['carrier_name'] === 'OTHER';
    checker.text(tracking, 'carrier_name_other', place, { required: isOther, max: TEXT_MAX });
    checker.text(tracking, 'tracking_url', place, { max: TEXT_MAX, pattern: /^https?:\/\/\S+$/ });
  });
  const refunds = checker.list(info, 'refund_ids', at, { min: 1, max: LIST_MAX }) ?? [];
  refunds.forEach((id, index) => {
    if (typeof id !== 'string') checker.add('INVALID_PARAMETER_SYNTAX', `${at}/refund_ids/${index}`);
  });
}

function checkAddress(checker: Checker, body: Fields, name: string): void {
  const address = checker.object(body, name, '');
  if (address) {
    checker.text(address, 'country_code', `/${name}`, { required: true, pattern: /^[A-Z]{2}$/ });
  }
}

/** The files of a call as a dispute lists them. */
export function documentsOf(files: readonly UploadedFile[]): { documents?: { name: string }[] } {
  return files.length === 0 ? {} : { documents: files.map(({ name }) => ({ name })) };
}
