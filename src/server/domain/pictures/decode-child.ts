import { PICTURE_SIDE } from '../../../shared/agents/picture-widths.ts'
import { serveWork } from '../sandbox/sandbox-child.ts'
import { encoded, openPicture } from './open-picture.ts'

/** The process that converts untrusted pictures to small square WebPs, one after the other. */

/** Of a card with its portrait; the server refuses larger pictures before. */
const LONGEST_BYTES = 25 * 1024 * 1024

/** Crops the middle square of the upright first frame, without metadata. */
serveWork(LONGEST_BYTES, async (bytes) => {
  const { picture, width, height } = await openPicture(bytes)
  const side = Math.min(width, height, PICTURE_SIDE)
  return encoded(picture.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 80 }))
})
