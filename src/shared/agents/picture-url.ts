import * as z from 'zod/mini'

/**
 * The address that a picture is shown from, which is always on this server (decision 12). A picture from the web is
 * shown as the server's own copy of it, or as the default image if it could not be fetched.
 */
export const pictureUrlSchema = z.string()
