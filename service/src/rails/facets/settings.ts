/** Whether a deployment's settings hold at the provider. */
export interface SettingsFacet {
  /** Tries each of them and says in a sentence what came of it. Changes nothing and tells no secret. `notice_url` is
   *  where this deployment expects the provider's notices. */
  check(expected: { notice_url: string }): Promise<SettingCheck[]>;
}

/** `skipped`: what it depends on did not hold. */
export interface SettingCheck {
  name: 'token' | 'partner' | 'webhook' | 'events';
  status: 'ok' | 'failed' | 'skipped';
  detail: string;
}
