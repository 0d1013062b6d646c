import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { migrationsFolder } from '../../base/files.ts'
import { readMigrations } from '../connect/migrations.ts'

/** What guards rows or finds them. */
export interface SchemaPart {
  kind: 'index' | 'constraint' | 'trigger'
  table: string
  name: string
}

/** One that this version's migrations make. */
export interface OwnPart extends SchemaPart {
  /** Of an index without a constraint. */
  isUnique: boolean
  /** What makes it alone, as the migrations say it; empty where it is made with its table. */
  statements: string[]
}

interface ForeignKey {
  name: string
  child: string
  parent: string
  columns: string[]
  others: string[]
}

const keySchema = z.object({
  tableTo: z.string(),
  columnsFrom: z.array(z.string()),
  columnsTo: z.array(z.string()),
})
const anyPart = z.record(z.string(), z.object({}))
const tableSchema = z.object({
  name: z.string(),
  columns: z.record(z.string(), z.object({ primaryKey: z.boolean() })),
  indexes: z.record(z.string(), z.object({ isUnique: z.boolean() })),
  foreignKeys: z.record(z.string(), keySchema),
  compositePrimaryKeys: anyPart,
  uniqueConstraints: anyPart,
  checkConstraints: anyPart,
})
type Table = z.infer<typeof tableSchema>
const snapshotSchema = z.object({ tables: z.record(z.string(), tableSchema) })

/** PostgreSQL cuts longer names off. */
const LONGEST_NAME = 63
const stored = (name: string) => name.slice(0, LONGEST_NAME)

/**
 * The indexes, constraints and triggers of this version, which a database may have lost: as the snapshot beside the
 * newest migration has them, and triggers, which it leaves out, from the statements themselves.
 */
export function readOwnParts(): OwnPart[] {
  const statements = readMigrations().flatMap((migration) => migration.statements.map(withoutLead))
  const tables = readTables()
  return [
    ...tables.flatMap((table) => indexesOf(table, statements)),
    ...tables.flatMap((table) => constraintsOf(table, statements)),
    ...triggersOf(statements),
  ]
}

/** All foreign keys of this version: those that a database has lost are among them, and so are the rows that they guarded. */
export function readOwnKeys(): ForeignKey[] {
  return readTables().flatMap(({ name: child, foreignKeys }) =>
    Object.entries(foreignKeys).map(([name, { tableTo: parent, columnsFrom, columnsTo }]) => ({
      ...{ name: stored(name), child, parent, columns: columnsFrom, others: columnsTo },
    })),
  )
}

/** Without the blank lines and comments before it. */
const withoutLead = (statement: string) => statement.replace(/^(?:\s+|--.*\n)+/, '')

function readTables(): Table[] {
  const newest = String(readMigrations().length - 1).padStart(4, '0')
  const file = join(migrationsFolder, 'meta', `${newest}_snapshot.json`)
  return Object.values(snapshotSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).tables)
}

function indexesOf({ name: table, indexes }: Table, statements: readonly string[]): OwnPart[] {
  return Object.entries(indexes).map(([name, { isUnique }]) => {
    const from = statements.findLastIndex((text) =>
      new RegExp(`^create (unique )?index "?${name}"?\\s`, 'i').test(text),
    )
    const changes = new RegExp(`^alter index "?${name}"?\\s`, 'i')
    const made = statements.filter((text, at) => at === from || (at > from && changes.test(text)))
    return { kind: 'index', table, name: stored(name), isUnique, statements: from < 0 ? [] : made }
  })
}

function constraintsOf(table: Table, statements: readonly string[]): OwnPart[] {
  const names = [
    table.foreignKeys,
    table.compositePrimaryKeys,
    table.uniqueConstraints,
    table.checkConstraints,
  ]
    .flatMap(Object.keys)
    .concat(Object.values(table.columns).some(({ primaryKey }) => primaryKey) ? [`${table.name}_pkey`] : [])
  return names.map((name) => {
    const made = statements.findLast((text) =>
      new RegExp(`^alter table \\S+ add constraint "?${name}"?\\s`, 'i').test(text),
    )
    return {
      ...{ kind: 'constraint', table: table.name, name: stored(name), isUnique: false },
      statements: made === undefined ? [] : [made],
    }
  })
}

function triggersOf(statements: readonly string[]): OwnPart[] {
  const found = new Map<string, OwnPart>()
  for (const text of statements) {
    const [, name, table] = /\bcreate trigger "?(\w+)"?\s.*?\son "?(\w+)"?/is.exec(text) ?? []
    if (name !== undefined && table !== undefined)
      found.set(name, { kind: 'trigger', table, name, isUnique: false, statements: [text] })
    const [, dropped] = /\bdrop trigger (?:if exists )?"?(\w+)"?/i.exec(text) ?? []
    if (dropped !== undefined) found.delete(dropped)
  }
  return [...found.values()]
}
