import * as z from 'zod/mini'

/** Always on this server (decision 12): its own copy of a picture from the web, or the default image. */
export const pictureUrlSchema = z.string()
