/** A database that is read at one moment, whatever is written meanwhile. */
export interface RowsSource {
  kind: 'embedded' | 'postgresql'
  /** Everything that was acknowledged before is in it. */
  at: Date
  /** For what fits into memory. */
  query(text: string): Promise<Record<string, unknown>[]>
  /** The rows of a `COPY … TO STDOUT`, in pieces of any length, only as fast as they are taken. */
  copyOut(text: string): AsyncIterable<Buffer>
  close(): Promise<void>
}

/** So that equal values have equal texts, whatever the server, the database or the role is set to. */
export const readSettings = [
  `timezone = 'UTC'`,
  `datestyle = 'ISO, YMD'`,
  `intervalstyle = 'postgres'`,
  `bytea_output = 'hex'`,
  'extra_float_digits = 1',
  `client_encoding = 'UTF8'`,
  'row_security = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
].map((setting) => `set ${setting}`)

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
