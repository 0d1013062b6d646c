import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** What people say of themselves. Whoever said nothing has no row. */
export const people = pgTable('people', {
  address: text('address').primaryKey(),
  name: text('name'),
  /** The name as look-alikes of it have it, too: no two people have the same. */
  skeleton: text('skeleton').unique(),
  imageUrl: text('image_url'),
  about: text('about').notNull(),
  /** When the name was last chosen, changed or given up; null for one that never had any. */
  nameChangedAt: time('name_changed_at'),
})

/** Names that were given up, so that nobody inherits their links. A sweep lets go of them. */
export const restingNames = pgTable(
  'resting_names',
  {
    skeleton: text('skeleton').primaryKey(),
    name: text('name').notNull(),
    /** Whose it was; that person alone may take it back. */
    address: text('address').notNull(),
    givenUpAt: time('given_up_at').notNull(),
  },
  (table) => [index('resting_names_given_up').on(table.givenUpAt)],
)
