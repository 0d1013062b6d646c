import { constants as modes } from 'node:fs'
import { access, chmod, copyFile, lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Operator } from './command.ts'
import { OperatorError, UsageError } from './operator-error.ts'

/**
 * The path of the file itself, where the given one is a link to it: what has the name in the end takes its place.
 * @throws {OperatorError} if that would be a folder, a device or a link to nothing, or there is no folder for it
 */
export async function placeOf(file: string): Promise<string> {
  refuseNoName(file)
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory()) throw new OperatorError(`${file} is a folder: name a file in it.`)
  if (found?.isFile()) return realpath(file)
  if (found)
    throw new OperatorError(
      `${file} is no file, and would be replaced by one: name a file, or - for standard output.`,
    )
  if (await isThere(file))
    throw new OperatorError(`${file} is a link to what is not there: make that first, or remove the link.`)
  await refuseNoFolder(file)
  return file
}

/**
 * Before a backup is read, which begins at its end.
 * @throws {UsageError} for standard input, a pipe, a folder or what is not there
 */
export async function refuseUnreadable(file: string): Promise<void> {
  refuseNoName(file)
  const found = file === '-' ? null : await stat(file).catch((error: NodeJS.ErrnoException) => error.code)
  if (found === 'ENOENT') throw new UsageError(`There is no file ${file}: name a backup.`)
  if (typeof found === 'string') return
  if (found?.isDirectory()) throw new UsageError(`${file} is a folder: name the backup in it.`)
  if (!found?.isFile())
    throw new UsageError(
      'A backup can’t be read from a pipe, because it is read from its end: write it into a file, and name that.',
    )
}

/**
 * Before a backup that may take long: the secret is copied when that is whole.
 * @param backup where the backup goes; null for standard output
 * @throws {OperatorError} if the copy could not be made
 */
export async function refuseSecret({ env }: Operator, file: string, backup: string | null): Promise<void> {
  refuseNoName(file)
  if (file === '-')
    throw new UsageError('The secret goes into a file of its own: name one after --secrets, not -.')
  if (backup !== null && (await placeInFolder(file)) === (await placeInFolder(backup)))
    throw new UsageError(
      'The backup and the secret can’t have the same file: name another one after --secrets.',
    )
  if (await isThere(file)) throw new OperatorError(`${file} is there already: name a file that is not.`)
  await refuseNoFolder(file)
  if (!(await isAllowed(dirname(resolve(file)), modes.W_OK)))
    throw new OperatorError(`Nothing can be written into ${dirname(resolve(file))}: name a file elsewhere.`)
  if (env.SECRET_KEY !== undefined) return
  const secret = secretOf(env.DATA_DIR)
  if (!(await isThere(secret)))
    throw new OperatorError(
      'There is no secret.key in DATA_DIR, so there is none to copy: leave --secrets out.',
    )
  if (!(await isAllowed(secret, modes.R_OK)))
    throw new OperatorError(`This user may not read ${secret}: run it as the server’s user.`)
}

/** @throws {OperatorError} if what `refuseSecret` looked at has changed meanwhile */
export async function copySecret({ env, say }: Operator, file: string): Promise<void> {
  if (env.SECRET_KEY !== undefined)
    return say('The secret is in SECRET_KEY, so there is no file of it to copy.')
  try {
    await copyFile(secretOf(env.DATA_DIR), file, modes.COPYFILE_EXCL)
    await chmod(file, 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new OperatorError(`${file} is there already: name a file that is not.`)
    throw new OperatorError(
      `The backup is whole, but the secret of DATA_DIR can’t be copied to ${file} (${code}).`,
      { cause: error },
    )
  }
}

/** As a script gives it whose variable is not set. */
function refuseNoName(file: string): void {
  if (file === '') throw new UsageError('The name of the file is empty: name one.')
  if (file.endsWith('/')) throw new UsageError(`${file} is the name of a folder: name a file in it.`)
}

const secretOf = (dataDir: string) => join(dataDir, 'secret.key')

/** Also a link to nothing. */
const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

const isAllowed = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  )

/** Two ways to one folder give the same path. */
async function placeInFolder(file: string): Promise<string> {
  const folder = dirname(resolve(file))
  return join(await realpath(folder).catch(() => folder), basename(file))
}

async function refuseNoFolder(file: string): Promise<void> {
  const folder = dirname(resolve(file))
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new OperatorError(`There is no folder ${folder}: make it first.`)
}
