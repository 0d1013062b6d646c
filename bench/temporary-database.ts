import { randomBytes } from 'node:crypto'
import { connectSql } from '../test/sql-tag.ts'

/** Creates an empty database on a PostgreSQL server for one measurement. */
export async function temporaryDatabase(
  serverUrl: string,
): Promise<{ name: string; url: string; remove: () => Promise<void> }> {
  const name = `bionic_bench_${randomBytes(4).toString('hex')}`
  const { sql, end } = connectSql(serverUrl)
  await sql.unsafe(`create database ${name} template template0`)
  const url = new URL(serverUrl)
  url.pathname = name
  return {
    name,
    url: url.href,
    async remove() {
      await sql.unsafe(`drop database ${name} with (force)`)
      await end()
    },
  }
}
