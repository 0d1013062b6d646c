import type { QueryArrayConfig, QueryConfig } from 'pg'

/** A statement as node-postgres takes it. */
export type StatementConfig = QueryConfig | QueryArrayConfig | string

export function isBegin(config: StatementConfig): boolean {
  return /^begin\b/i.test(typeof config === 'string' ? config : config.text)
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
  const text = typeof config === 'string' ? config : config.text
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return firstWords.includes(word) ? word : 'other'
}
