import { Client } from 'pg'

/**
 * Prints the address of a PostgreSQL server on the loopback in which this user may create databases, or nothing.
 * The tests create databases of their own there and drop them afterwards.
 */
const candidates = [process.env.USER ?? process.env.LOGNAME ?? 'root', 'root', 'postgres'].flatMap((user) =>
  ['test', 'postgres'].map((database) => `postgres://${user}@127.0.0.1:5432/${database}`),
)

for (const address of new Set(candidates)) {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      'select rolcreatedb or rolsuper as may_create from pg_roles where rolname = current_user',
    )
    if (rows[0]?.may_create) {
      console.log(address)
      break
    }
  } catch {
    // There is no server, or it refuses this user: the next one is tried.
  } finally {
    await client.end()
  }
}
