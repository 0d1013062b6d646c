import sharp from 'sharp'
import { Refused, serveWork } from '../sandbox/sandbox-child.ts'

/** The process that converts this server's own pictures to PNGs for cards, one after the other. */

/** Of a stored picture, with room. */
const LONGEST_BYTES = 4 * 1024 * 1024

sharp.cache(false)
sharp.concurrency(1)
// This server encoded the pictures, or they ship with it, so no other format is parsed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebp'] })

serveWork(LONGEST_BYTES, async (picture) => {
  try {
    return await sharp(picture).png().toBuffer()
  } catch {
    throw new Refused('invalid', 'The picture is damaged.')
  }
})
