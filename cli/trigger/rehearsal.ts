import type { Call, Client, Json } from '../../dev/client.ts';

/** What an answer holds when all goes well, where its value decides what is called next. */
const WHEN_WELL: Readonly<Record<string, string>> = {
  action_url: 'https://wallet.example/consent?token={referral_id}',
  wallet_connection_status: 'connected',
};

/** A client that makes no call: it notes each, and answers with `{name}` wherever a later call would
 *  need a value. */
export function rehearsalOf(base: string, calls: Call[]): Client {
  return {
    base,
    send: async (method, path, { body, headers = {}, expect }) => {
      const url = `${base}${decodeURIComponent(path)}`;
      calls.push({ method, url, headers, ...(body ? { body } : {}) });
      return { status: expect[0]!, body: anyAnswer() };
    },
  };
}

function anyAnswer(): Json {
  return new Proxy<Json>({}, { get: (_answer, name) => WHEN_WELL[String(name)] ?? `{${String(name)}}` });
}
