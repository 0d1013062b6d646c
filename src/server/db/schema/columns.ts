import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Milliseconds, the precision of a JavaScript date, so that a cursor made from a row finds that row again. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
