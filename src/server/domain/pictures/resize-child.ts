import sharp from 'sharp'
import { Refused, serveWork } from '../sandbox/sandbox-child.ts'
import { readResize } from './resize-request.ts'

/** The process that makes smaller copies of this server's own pictures, one after the other. */

/** Of a stored picture, with room for its width. */
const LONGEST_BYTES = 4 * 1024 * 1024

sharp.cache(false)
sharp.concurrency(1)
// This server encoded these pictures, so no other format is parsed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebp'] })

serveWork(LONGEST_BYTES, async (request) => {
  const { width, picture } = readResize(request)
  try {
    return await sharp(picture)
      .resize(width, width, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 70 })
      .toBuffer()
  } catch {
    throw new Refused('invalid', 'The picture is damaged.')
  }
})
