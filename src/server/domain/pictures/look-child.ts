import sharp from 'sharp'
import { Refused, serveWork } from '../sandbox/sandbox-child.ts'
import { HASHED_SIDE, hashOf } from './perceptual-hash.ts'

/** The process that says what this server's own pictures look like, one after the other. */

/** Of a stored picture, with room. */
const LONGEST_BYTES = 4 * 1024 * 1024

sharp.cache(false)
sharp.concurrency(1)
// This server encoded the pictures, so no other format is parsed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebp'] })

serveWork(LONGEST_BYTES, async (picture) => {
  try {
    const grey = await sharp(picture)
      .flatten({ background: '#000' })
      .greyscale()
      .resize(HASHED_SIDE, HASHED_SIDE, { fit: 'fill' })
      .raw()
      .toBuffer()
    return Buffer.from(hashOf(grey))
  } catch {
    throw new Refused('invalid', 'The picture is damaged.')
  }
})
