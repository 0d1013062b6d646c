import { createHash } from 'node:crypto'

/** Under what the copy of a picture from the web is kept: the SHA-256 of its address, in hexadecimal. */
export const hashPictureUrl = (url: string): string => createHash('sha256').update(url).digest('hex')

/** Whether an image that an agent names lies on the web; all others are the server's own. */
export const isOnTheWeb = (imageUrl: string): boolean => /^https:\/\//i.test(imageUrl)

/** Where a picture from the web is shown from. */
export const remotePictureUrl = (urlHash: string): string => `/images/remote/${urlHash}.webp`

/**
 * Where the image that an agent names is shown from: always an address of the server's own, so that no visitor's browser
 * meets one that a stranger chose (decision 12).
 */
export const pictureUrlOf = (imageUrl: string): string =>
  isOnTheWeb(imageUrl) ? remotePictureUrl(hashPictureUrl(imageUrl)) : imageUrl
