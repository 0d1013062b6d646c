import * as z from 'zod/mini'

/**
 * Where a picture is shown from: an address of this server, whatever was given (decision 12). A picture from the web
 * is the server's own copy of it, and the default image where none could be fetched.
 */
export const pictureUrlSchema = z.string()
