import { createHash } from 'node:crypto'

/** The key under which the copy of a web picture is stored: the SHA-256 of its URL, in hexadecimal. */
export const hashPictureUrl = (url: string): string => createHash('sha256').update(url).digest('hex')

/** Whether an agent's image is on the web. All other images are stored on this server. */
export const isOnTheWeb = (imageUrl: string): boolean => /^https:\/\//i.test(imageUrl)

/** The path that the copy of a web picture is served from. */
export const remotePictureUrl = (urlHash: string): string => `/images/remote/${urlHash}.webp`

/**
 * The path that an agent's image is served from. It is always on this server, so that no visitor's browser loads an
 * address that a stranger chose (decision 12).
 */
export const pictureUrlOf = (imageUrl: string): string =>
  isOnTheWeb(imageUrl) ? remotePictureUrl(hashPictureUrl(imageUrl)) : imageUrl
