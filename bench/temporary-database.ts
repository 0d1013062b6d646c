import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** Makes an empty database on a PostgreSQL server for one measurement. */
export async function temporaryDatabase(
  serverUrl: string,
): Promise<{ name: string; url: string; remove: () => Promise<void> }> {
  const name = `bionic_bench_${randomBytes(4).toString('hex')}`
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)} template template0`
  const url = new URL(serverUrl)
  url.pathname = name
  return {
    name,
    url: url.href,
    async remove() {
      await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    },
  }
}
