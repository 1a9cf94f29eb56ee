/** What fields of a noun's shapes mean, by `Component.field`: `NOTES` of the file that has the shapes. */
export type Notes = Readonly<Record<`${string}.${string}`, string>>;
