import * as z from 'zod/mini'

/** A time in ISO 8601 and UTC that somebody sends. Years before 1970 are mistakes, and the database knows no year 0. */
export const sentMoment = (message = 'This is not a time in ISO 8601, in UTC.') =>
  z.iso.datetime(message).check(z.refine((time) => time >= '1970', message))
