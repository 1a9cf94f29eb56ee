import { describe, ProviderProblem } from '../checks/problem.ts';
import { parseJson } from '../../machine/http/json.ts';

const FIELDS_MAX = 100;

/** A file of a call; its content was measured and dropped. */
export interface UploadedFile {
  /** The name of its part. */
  field: string;
  name: string;
  bytes: number;
}

/** A body in parts: the JSON of its part `input` (or its plain fields), and its files. */
export interface PartedBody {
  input: unknown;
  files: UploadedFile[];
}

/** Reads a `multipart/form-data` body. Refuses one that is broken, or whose input is no JSON. */
export async function readParts(contentType: string, bytes: Buffer): Promise<PartedBody> {
  const form = await formOf(contentType, bytes);
  const files: UploadedFile[] = [];
  const fields: Record<string, string> = {};
  let input: string | null = null;
  for (const [field, value] of [...form].slice(0, FIELDS_MAX)) {
    // Some clients send the JSON part under a file name.
    if (field === 'input') input = typeof value === 'string' ? value : await value.text();
    else if (typeof value === 'string') fields[field] = value;
    else files.push({ field, name: value.name, bytes: value.size });
  }
  if (input === null) return { input: Object.keys(fields).length === 0 ? null : fields, files };
  const parsed = parseJson(input);
  if (parsed === undefined) throw malformed('MALFORMED_REQUEST_JSON');
  return { input: parsed, files };
}

async function formOf(contentType: string, bytes: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw malformed('INVALID_PARAMETER_SYNTAX');
  }
}

function malformed(issue: string): ProviderProblem {
  return new ProviderProblem(400, [describe({ issue, location: 'body' })]);
}
