/** PostgreSQL's names of locks, and what waits for whoever holds one. */
export const lockEffects = {
  'ACCESS EXCLUSIVE': 'reading and writing wait',
  'SHARE ROW EXCLUSIVE': 'writing waits',
  SHARE: 'writing waits',
  'ROW EXCLUSIVE': 'nothing waits but changes of the same rows',
  none: 'nothing waits',
} as const
type Lock = keyof typeof lockEffects

/** What the time of a statement depends on. */
type Work = 'nothing' | 'reads the table' | 'sorts the table' | 'writes the table anew'

export interface DescribedStatement {
  /** In words, such as `adds the column depth to messages`. */
  says: string
  /** As the statement names it; null if it is of no table. */
  table: string | null
  lock: Lock
  work: Work
  /** Whether a server of the version before can go on beside it. */
  breaksOlder: boolean
}

const name = '(?:"public"\\.)?"?(\\w+)"?'
const pattern = (text: string) => new RegExp(text.replaceAll('NAME', name).replaceAll(' ', '\\s+'), 'i')

type Describe = (
  found: RegExpExecArray,
  text: string,
) => Omit<DescribedStatement, 'table'> & { table?: string | null }

const calm = { lock: 'none', work: 'nothing', breaksOlder: false } as const
const exclusive = { lock: 'ACCESS EXCLUSIVE', work: 'nothing', breaksOlder: false } as const
const changesRows = { lock: 'ROW EXCLUSIVE', work: 'writes the table anew', breaksOlder: false } as const

/** Functions whose value differs from row to row, so that a column with one as its default is written for each row. */
const volatile = /default\s+(gen_random_uuid|random|clock_timestamp|nextval)\s*\(/i

/** In the order in which they are tried; the first group is the table. */
const kinds: [RegExp, Describe][] = [
  [
    pattern('^create table (?:if not exists )?NAME as'),
    ([, table]) => ({
      ...calm,
      table: null,
      work: 'writes the table anew',
      says: `makes the table ${table} of others`,
    }),
  ],
  [
    pattern('^create (?:unlogged )?table (?:if not exists )?NAME'),
    ([, table]) => ({ ...calm, table: null, says: `makes the table ${table}` }),
  ],
  [
    pattern('^alter table NAME add column (?:if not exists )?NAME'),
    ([, table, column], text) => {
      const isWritten = volatile.test(text) || /generated\s+always\s+as/i.test(text)
      const needsValue = /not\s+null/i.test(text) && !/default|generated/i.test(text)
      return {
        ...exclusive,
        ...{ work: isWritten ? 'writes the table anew' : 'nothing', breaksOlder: needsValue },
        says: `adds the column ${column} to ${table}${isWritten ? ', with a value of its own in each row' : ''}`,
      }
    },
  ],
  [
    pattern('^alter table NAME drop column (?:if exists )?NAME'),
    ([, table, column]) => ({
      ...exclusive,
      breaksOlder: true,
      says: `removes the column ${column} of ${table}`,
    }),
  ],
  [
    pattern('^alter table NAME rename'),
    ([, table]) => ({ ...exclusive, breaksOlder: true, says: `gives ${table} or a part of it another name` }),
  ],
  [
    pattern('^alter table NAME alter column NAME (?:set data )?type'),
    ([, table, column]) => ({
      ...{ ...exclusive, work: 'writes the table anew', breaksOlder: true },
      says: `changes the type of ${column} in ${table}`,
    }),
  ],
  [
    pattern('^alter table NAME alter column NAME set not null'),
    ([, table, column]) => ({
      ...{ ...exclusive, work: 'reads the table', breaksOlder: true },
      says: `demands a value of ${column} in ${table}`,
    }),
  ],
  [
    pattern('^alter table NAME add constraint NAME foreign key'),
    ([, table], text) => ({
      ...{ lock: 'SHARE ROW EXCLUSIVE', breaksOlder: false },
      work: /not\s+valid/i.test(text) ? 'nothing' : 'sorts the table',
      says: `has ${table} refer to ${pattern('references NAME').exec(text)?.[1] ?? 'another table'}, which is locked as well`,
    }),
  ],
  [
    pattern('^alter table NAME add constraint NAME (check|unique|primary key)'),
    ([, table, , kind = ''], text) => ({
      ...{ ...exclusive, breaksOlder: true },
      work: /not\s+valid/i.test(text)
        ? 'nothing'
        : /check/i.test(kind)
          ? 'reads the table'
          : 'sorts the table',
      says: `adds a rule (${kind.toLowerCase()}) to ${table}`,
    }),
  ],
  [
    pattern('^alter table NAME drop constraint'),
    ([, table]) => ({ ...exclusive, says: `takes a rule away from ${table}` }),
  ],
  [
    pattern('^alter table NAME alter column NAME'),
    ([, table]) => ({ ...exclusive, says: `changes a default of ${table}` }),
  ],
  [
    pattern('^drop table (?:if exists )?NAME'),
    ([, table]) => ({ ...exclusive, breaksOlder: true, says: `removes the table ${table}` }),
  ],
  [pattern('^truncate (?:table )?NAME'), ([, table]) => ({ ...exclusive, says: `empties ${table}` })],
  [
    pattern('^create (?:unique )?index (?:if not exists )?NAME on (?:only )?NAME'),
    ([, index, table = null], text) => ({
      ...{ table, lock: 'SHARE', work: 'sorts the table', breaksOlder: /^create\s+unique/i.test(text) },
      says: `makes the index ${index} of ${table}`,
    }),
  ],
  [
    pattern('^drop index (?:if exists )?NAME'),
    ([, index]) => ({ ...exclusive, table: null, says: `removes the index ${index}` }),
  ],
  [
    pattern('^alter index NAME alter column \\d+ set statistics'),
    ([, index]) => ({ ...calm, table: null, says: `changes what is counted of the index ${index}` }),
  ],
  [
    pattern('^create trigger NAME .*? on NAME'),
    ([, trigger, table = null]) => ({
      ...{ table, lock: 'SHARE ROW EXCLUSIVE', work: 'nothing', breaksOlder: false },
      says: `has ${table} do something by itself (${trigger})`,
    }),
  ],
  [
    pattern('^(?:create|drop) (?:or replace )?(?:function|extension)'),
    () => ({ ...calm, table: null, says: 'makes or removes a function' }),
  ],
  [pattern('^insert into NAME'), ([, table]) => ({ ...changesRows, says: `writes rows into ${table}` })],
  [pattern('^delete from NAME'), ([, table]) => ({ ...changesRows, says: `removes rows of ${table}` })],
  [pattern('^update NAME'), ([, table]) => ({ ...changesRows, says: `changes rows of ${table}` })],
  [
    pattern('^with .*? update NAME set'),
    ([, table]) => ({ ...changesRows, says: `changes rows of ${table}` }),
  ],
]

const comments = /--[^\n]*\n/g

/** What a statement of a migration does to a place that people are using. One that is not known is taken for the worst. */
export function describeStatement(statement: string): DescribedStatement | null {
  const text = statement.replace(comments, ' ').trim().replace(/\s+/g, ' ')
  if (text === '') return null
  for (const [kind, toWords] of kinds) {
    const found = kind.exec(text)
    if (found) {
      const described = toWords(found, text)
      return { ...described, table: described.table === undefined ? (found[1] ?? null) : described.table }
    }
  }
  return {
    ...{ lock: 'ACCESS EXCLUSIVE', work: 'writes the table anew', breaksOlder: true, table: null },
    says: `does what is not known here: ${text.slice(0, 60)}`,
  }
}
