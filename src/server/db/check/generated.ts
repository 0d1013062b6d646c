import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { listOf, type Rule } from './rule.ts'

const columnRow = z.object({
  table: z.string(),
  name: z.string(),
  expression: z.string(),
  /** A column that it is made of. */
  from: z.string(),
  /** The primary key. */
  key: z.array(z.string()),
})

/**
 * Columns that the database makes of others, such as the text that agents are searched by. They differ where what makes
 * them has changed, as the rules of upper and lower case do with a new version of the system.
 */
export async function generatedColumnRules({ db }: Database): Promise<Rule[]> {
  const columns = await rows(
    db,
    columnRow,
    sql`
    select made.attrelid::regclass::text as "table", quote_ident(made.attname) as name,
      pg_get_expr(adbin, adrelid) as expression,
      (select quote_ident(source.attname) from pg_depend join pg_attribute source
        on source.attrelid = refobjid and source.attnum = refobjsubid
        where classid = 'pg_attrdef'::regclass and objid = pg_attrdef.oid and refobjid = made.attrelid
          and source.attgenerated = '' order by source.attnum limit 1) as "from",
      (select array_agg(quote_ident(part.attname) order by place)
        from pg_index cross join lateral unnest(indkey) with ordinality list (number, place)
        join pg_attribute part on part.attrelid = indrelid and part.attnum = number
        where indrelid = made.attrelid and indisprimary) as key
    from pg_attribute made
    join pg_attrdef on adrelid = made.attrelid and adnum = made.attnum
    join pg_class on pg_class.oid = made.attrelid
    where made.attgenerated = 's' and relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition
    order by 1, 2`,
  )
  return columns.map(({ table, name, expression, from, key }) => {
    const id = sql.raw(key.map((column) => `${column}::text`).join(" || ' ' || "))
    return {
      ...{ rule: `search.${name}`, table, mendedBy: 'repair' },
      problem: `The column ${name} is not what it is made of, so that searches miss rows.`,
      mend: 'Run npm run bionic -- repair, which makes the column anew.',
      faults: sql`select ${id} as id from ${sql.raw(table)} where ${sql.raw(name)} is distinct from ${sql.raw(expression)}`,
      async correct(transaction, ids) {
        // The database makes a generated column anew whenever a column that it is made of is set.
        await transaction.execute(sql`
          update ${sql.raw(table)} set ${sql.raw(from)} = ${sql.raw(from)} where ${id} = any(${listOf(ids, 'text')})`)
      },
    }
  })
}
