import { readFileSync, statSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const chosenSchema = z.object({
  /** As people read it. */
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  path: z.string().check(z.minLength(1)),
  bytes: z.int(),
})
export type ChosenModel = z.infer<typeof chosenSchema>

const MOST_BYTES = 16 * 1024

/** Which file of weights answers here. It is kept in a file, which a command writes beside a server that runs. */
export class ChosenModelFile {
  readonly #path: string
  #read: { at: number; chosen: ChosenModel | null } = { at: -1, chosen: null }

  constructor(folder: string) {
    this.#path = join(folder, 'chosen.json')
  }

  /** Null if none is chosen, or its weights are not there as they were. */
  read(): ChosenModel | null {
    const at = statSync(this.#path, { throwIfNoEntry: false })
    if (!at || at.size > MOST_BYTES) return null
    if (at.mtimeMs !== this.#read.at) this.#read = { at: at.mtimeMs, chosen: this.#parse() }
    const { chosen } = this.#read
    if (!chosen) return null
    return statSync(chosen.path, { throwIfNoEntry: false })?.size === chosen.bytes ? chosen : null
  }

  async write(chosen: ChosenModel, folder: string): Promise<void> {
    await mkdir(folder, { recursive: true })
    const next = `${this.#path}.${process.pid}`
    await writeFile(next, JSON.stringify(chosen))
    await rename(next, this.#path)
  }

  #parse(): ChosenModel | null {
    try {
      return chosenSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch {
      return null
    }
  }
}
