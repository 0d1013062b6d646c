import postgres from 'postgres'

/**
 * Prints the address of a PostgreSQL on the loopback in which this user may create databases, or nothing.
 * The tests make databases of their own there and drop them again.
 */
const candidates = [process.env.USER ?? process.env.LOGNAME ?? 'root', 'root', 'postgres'].flatMap((user) =>
  ['test', 'postgres'].map((database) => `postgres://${user}@127.0.0.1:5432/${database}`),
)

for (const address of new Set(candidates)) {
  const sql = postgres(address, { max: 1, connect_timeout: 2, onnotice: () => {} })
  try {
    const [row] =
      await sql`select rolcreatedb or rolsuper as may_create from pg_roles where rolname = current_user`
    if (row?.may_create) {
      console.log(address)
      break
    }
  } catch {
    // Nothing answers there, or not to this user: the next one is tried.
  } finally {
    await sql.end({ timeout: 1 })
  }
}
