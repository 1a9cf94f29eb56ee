import { randomUUID } from 'node:crypto';
import type { JsonObject } from './json.ts';

/** A file of a form. */
export interface Part {
  name: string;
  filename: string;
  type: string;
  text: string;
}

/** A form as the provider takes evidence: the JSON in the part `input`, and the files after it. */
export function formOf(input: JsonObject, parts: readonly Part[]): { type: string; text: string } {
  const boundary = `form-${randomUUID()}`;
  const all = [
    `Content-Disposition: form-data; name="input"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(input)}`,
    ...parts.map(
      ({ name, filename, type, text }) =>
        `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n${text}`,
    ),
  ];
  const text = all.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${text}--${boundary}--\r\n` };
}
