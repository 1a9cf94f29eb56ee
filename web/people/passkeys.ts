/** Whether this browser can make and show passkeys, in the JSON form that the service speaks. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

type Creation = PublicKeyCredentialCreationOptionsJSON;
type Request = PublicKeyCredentialRequestOptionsJSON;

/** Lets the browser make a passkey. Null when the person did not. */
export async function makePasskey(options: unknown): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as Creation);
  const made = await unlessCanceled(navigator.credentials.create({ publicKey }));
  if (!(made instanceof PublicKeyCredential)) return null;
  const fields = ['clientDataJSON', 'attestationObject', 'transports'];
  return credentialOf(made, fields);
}

/** Lets the person choose a passkey and show it. Null when the person did not. */
export async function showPasskey(options: unknown): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as Request);
  const shown = await unlessCanceled(navigator.credentials.get({ publicKey }));
  if (!(shown instanceof PublicKeyCredential)) return null;
  return credentialOf(shown, ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']);
}

interface Written {
  id: string;
  type: string;
  response: Record<string, unknown>;
}

// Browsers add fields over time; what is sent is what the service names.
function credentialOf(credential: PublicKeyCredential, fields: readonly string[]): object {
  const { id, type, response } = credential.toJSON() as unknown as Written;
  const kept = fields.filter((field) => response[field] !== undefined && response[field] !== null);
  return { id, rawId: id, type, response: Object.fromEntries(kept.map((field) => [field, response[field]])) };
}

async function unlessCanceled<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony;
  } catch (error) {
    const isKnown = error instanceof DOMException && CANCELED.includes(error.name);
    if (isKnown) return null;
    throw error;
  }
}

// A passkey that is on this device already ends the making of another as an invalid state.
const CANCELED = ['NotAllowedError', 'AbortError', 'InvalidStateError'];
