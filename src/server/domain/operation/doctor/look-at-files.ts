import { randomBytes } from 'node:crypto'
import { safeMessage } from '../../../base/describe-error.ts'
import { Failure } from '../../failure.ts'
import { type FileStore, hashOf, isAbsent, once, readAll } from '../../files/file-store.ts'
import { type Advice, fault, ok, warn } from './advice.ts'

const SLOW_MS = 500

/**
 * Puts one small file into the store, reads it and deletes it. Nothing where the database has all files. A folder that is
 * not there is only told of: made here, it would take the place of a disk that went away.
 */
export async function lookAtFiles(store: FileStore | null): Promise<Advice[]> {
  if (!store) return []
  const began = performance.now()
  try {
    await store.look()
    const content = randomBytes(64)
    const file = { hash: hashOf(content), bytes: content.length }
    await store.put(file, () => once(content))
    const found = await store.open(file.hash)
    const isSame = found !== null && content.equals(await readAll(found))
    await store.delete(file.hash)
    if (!isSame)
      return [
        fault('files.answers', 'The store of files does not give back what was put.', 'Look at its own log.'),
      ]
    if ((await store.open(file.hash)) !== null)
      return [
        fault('files.answers', 'The store of files deletes nothing.', 'Allow its key to delete objects.'),
      ]
  } catch (error) {
    const cause = error instanceof Failure && error.cause !== undefined ? error.cause : error
    if (store.kind === 'disk' && isAbsent(cause))
      return [
        warn(
          'files.answers',
          'The folder of FILES is not there, or no server has used it yet.',
          'See that its disk is mounted; where it is new, the first server makes the folder.',
        ),
      ]
    const why = safeMessage(cause)
    const mend =
      'Correct FILES and what belongs to it, and see that the server may read, write, delete and list there.'
    return [fault('files.answers', `The store of files can't be used (${why}).`, mend)]
  }
  const milliseconds = performance.now() - began
  const says = `The store of files keeps, gives back and deletes a file in ${milliseconds.toFixed(0)} ms.`
  return [
    milliseconds < SLOW_MS
      ? ok('files.answers', says)
      : warn('files.answers', says, 'Put it nearer to this machine.'),
  ]
}
