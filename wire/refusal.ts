/** What operations refuse, by name: the status and the words a caller reads. */
export type Refusals = Readonly<Record<string, readonly [status: number, detail: string]>>;
