import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { moderation } from './moderation.ts'

/** Profiles. People without a profile have no row. */
export const people = pgTable('people', {
  address: text('address').primaryKey(),
  name: text('name'),
  /** The name reduced to a form that its look-alikes share: no two people have the same. */
  skeleton: text('skeleton').unique(),
  imageUrl: text('image_url'),
  about: text('about').notNull(),
  /** When the name was last chosen, changed or given up; null if there never was one. */
  nameChangedAt: time('name_changed_at'),
  /** `down`: name, picture and words of the profile are not shown. */
  moderation: moderation(),
})

/** Names given up recently, reserved until a sweep removes them, so that nobody inherits their links. */
export const restingNames = pgTable(
  'resting_names',
  {
    skeleton: text('skeleton').primaryKey(),
    name: text('name').notNull(),
    /** The previous holder, the only person who may take the name again. */
    address: text('address').notNull(),
    givenUpAt: time('given_up_at').notNull(),
  },
  (table) => [index('resting_names_given_up').on(table.givenUpAt)],
)
