import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../log.ts'
import { SecretBox } from './secret-box.ts'

interface ServerSecretOptions {
  /** As the operator set them; the first one encrypts. */
  settings: readonly string[] | undefined
  dataDir: string
  /** Whether other servers may use the same database, which don't have this one's file. */
  shared: boolean
  log: Logger
}

const FILE = 'secret.key'
const SECRET_BYTES = 32

/** What this server encrypts under: the operator's setting, or a secret in a file that is made when it is first needed. */
export class ServerSecret {
  readonly #options: ServerSecretOptions
  #box: Promise<SecretBox> | undefined

  constructor(options: ServerSecretOptions) {
    this.#options = options
  }

  get source(): 'setting' | 'file' {
    return this.#options.settings ? 'setting' : 'file'
  }

  /** Rejects if the file can be neither read nor made; the next call tries again. */
  box(): Promise<SecretBox> {
    this.#box ??= this.#load().catch((error: unknown) => {
      this.#box = undefined
      throw error
    })
    return this.#box
  }

  /** What there is already; null where a secret would have to be made. */
  async there(): Promise<SecretBox | null> {
    const { settings = [], dataDir } = this.#options
    // What was encrypted before there was a setting is still under the file's secret.
    const [first, ...others] = [...settings, ...(await readSecret(join(dataDir, FILE)))]
    return first === undefined ? null : new SecretBox(first, ...others)
  }

  async #load(): Promise<SecretBox> {
    const { settings, dataDir, shared, log } = this.#options
    if (!settings && shared)
      log.warn(
        'SECRET_KEY is not set: other servers on this database can not read the keys that are added here',
      )
    const there = await this.there()
    if (there) return there
    await mkdir(dataDir, { recursive: true })
    return new SecretBox(await makeSecret(dataDir, join(dataDir, FILE)))
  }
}

/** Empty if there is no such file. */
async function readSecret(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return []
  const secret = text.trim()
  if (secret.length < SECRET_BYTES) throw new Error('The secret in the data folder is not complete.')
  return [secret]
}

/** Of several servers that make it at once one succeeds, and all get its secret: the file appears once, and whole. */
async function makeSecret(folder: string, path: string): Promise<string> {
  const draft = join(folder, `.${FILE}.${process.pid}.${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`)
    await file.sync()
    await file.close()
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(folder)
  const [secret] = await readSecret(path)
  if (secret === undefined) throw new Error('The secret in the data folder was removed while it was made.')
  return secret
}

/** A file that is lost with the power would take every key with it. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  await opened.sync().catch(() => {})
  await opened.close()
}
