import { serveWork } from '../sandbox/sandbox-child.ts'
import { encoded, openPicture } from './open-picture.ts'

/** The process that makes untrusted pictures ready for models that see, one after the other. */

/** Of an upload; the server refuses larger ones before. */
const LONGEST_BYTES = 9 * 1024 * 1024

/** Models reduce larger pictures themselves. */
const LONGEST_SIDE = 1_568

/** Turns the picture upright, without metadata. Every model server reads JPEG, so what is transparent becomes white. */
serveWork(LONGEST_BYTES, async (bytes) => {
  const { picture } = await openPicture(bytes)
  return encoded(
    picture
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 }),
  )
})
