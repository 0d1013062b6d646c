import type { QueryArrayConfig, QueryConfig } from 'pg'

/** A statement as node-postgres takes it. */
export type StatementConfig = QueryConfig | QueryArrayConfig | string

const textOf = (config: StatementConfig) => (typeof config === 'string' ? config : config.text)

export function isBegin(config: StatementConfig): boolean {
  return /^begin\b/i.test(textOf(config))
}

export function isCommit(config: StatementConfig): boolean {
  return /^commit\b/i.test(textOf(config))
}

/** Whether it may change rows; values are no part of its text. */
export function mayWrite(config: StatementConfig): boolean {
  return /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\b/i.test(textOf(config))
}

/** Whether a replica can answer it, as far as its text says. */
export function readsOnly(config: StatementConfig): boolean {
  return /^\s*\(?\s*(?:select|with)\b/i.test(textOf(config)) && !mayWrite(config)
}

/** A named statement stays in the session that it was prepared in. */
export function withoutName(config: StatementConfig): StatementConfig {
  if (typeof config === 'string' || config.name === undefined) return config
  const { name: _, ...unnamed } = config
  return unnamed
}

const firstWords = [
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'commit',
  'rollback',
  'savepoint',
  'release',
]

/** The name that the source gives a statement, else its first word, if that is one of few. */
export function operationOf(config: StatementConfig): string {
  if (typeof config !== 'string' && config.name) return config.name
  const word = /^\s*([a-z]+)/i.exec(textOf(config))?.[1]?.toLowerCase() ?? ''
  return firstWords.includes(word) ? word : 'other'
}
