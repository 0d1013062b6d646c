import { createHash } from 'node:crypto'

/** The key under which the copy of a web picture is stored: the SHA-256 of its URL, in hexadecimal. */
export const hashPictureUrl = (url: string): string => createHash('sha256').update(url).digest('hex')

/** All other images are stored on this server. */
export const isOnTheWeb = (imageUrl: string): boolean => /^https:\/\//i.test(imageUrl)

export const remotePictureUrl = (urlHash: string): string => `/images/remote/${urlHash}.webp`

/** Always on this server, so that no visitor's browser loads an address that a stranger chose (decision 12). */
export const pictureUrlOf = (imageUrl: string): string =>
  isOnTheWeb(imageUrl) ? remotePictureUrl(hashPictureUrl(imageUrl)) : imageUrl
