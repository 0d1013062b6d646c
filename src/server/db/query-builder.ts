import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'

/** So many texts of statements are kept prepared: each takes some 20 KB of every connection's memory in the database. */
const MOST_PREPARED = 150

/**
 * The query builder on a driver. The builder asks for statements by their text, which the driver would have described anew each
 * time, at the price of a second round trip that nothing else on the connection may share; here they are prepared once.
 */
export function queryBuilder(sql: Sql): PostgresJsDatabase {
  const prepared = new Set<string>()
  const isPrepared = (text: string) => {
    if (prepared.size < MOST_PREPARED) prepared.add(text)
    return prepared.has(text)
  }

  const preparing = <Driver extends object>(driver: Driver): Driver =>
    new Proxy(driver, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name)
        if (typeof own !== 'function') return own
        if (name === 'unsafe')
          // Without parameters it may be several statements in one, which can't be prepared.
          return (text: string, parameters: unknown[] = [], options: { prepare?: boolean } = {}) =>
            own(text, parameters, {
              ...options,
              prepare: options.prepare || (parameters.length > 0 && isPrepared(text)),
            })
        if (name === 'begin' || name === 'savepoint')
          return (...given: unknown[]) => own(...given.map(inTransaction))
        return own
      },
    })

  function inTransaction(given: unknown) {
    return typeof given === 'function' ? (driver: object) => given(preparing(driver)) : given
  }

  return drizzle({ client: preparing(sql) })
}
