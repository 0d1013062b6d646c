import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Logger } from '../../../../base/log.ts'
import { ModelsFileError, parseModelsFile } from './models-file.ts'
import { configOf, type ModelsEnv, type PlaceConfig } from './place-config.ts'
import { WatchedFile } from './watched-file.ts'

interface ModelsFileOptions {
  env: ModelsEnv
  path: string
  /** Whether the operator named it, so that it has to be there. */
  isNamed: boolean
  log: Logger
  everyMs?: number | undefined
  onChange: (config: PlaceConfig) => void
  /** Called with each key that was read from a file, which no log may hold. */
  onSecret?: ((secret: string) => void) | undefined
}

const MAX_KEY_BYTES = 4_096

/** The models file beside the environment, read again when it changes. A faulty one leaves the last good one as it is. */
export class ModelsFileSource {
  readonly #options: ModelsFileOptions
  readonly #file: WatchedFile

  constructor(options: ModelsFileOptions) {
    this.#options = options
    this.#file = new WatchedFile({
      ...{ path: options.path, isNamed: options.isNamed, everyMs: options.everyMs },
      onChange: (text) => this.#changed(text),
      onUnreadable: () => this.#refuse('It can’t be read, or is longer than a megabyte.'),
    })
  }

  /** @throws {ModelsFileError} with one plain sentence, at the start */
  begin(): PlaceConfig {
    const { path, isNamed } = this.#options
    let text: string | null
    try {
      text = this.#file.read()
    } catch {
      throw new ModelsFileError(`The models file ${path} can’t be read, or is longer than a megabyte.`)
    }
    if (text === null && isNamed)
      throw new ModelsFileError(
        `MODELS_FILE names ${path}, and there is no such file. Change it, or leave it out.`,
      )
    try {
      const config = this.#configOf(text)
      this.#file.watch()
      return config
    } catch (error) {
      throw new ModelsFileError(`The models file ${path} is not valid. ${messageOf(error)}`)
    }
  }

  close(): void {
    this.#file.close()
  }

  #configOf(text: string | null): PlaceConfig {
    const file = text === null ? {} : parseModelsFile(text)
    return configOf(this.#options.env, file, (path, place) => this.#readKey(path, place))
  }

  #changed(text: string | null): void {
    try {
      const config = this.#configOf(text)
      this.#options.onChange(config)
      this.#options.log.info(
        text === null
          ? 'The models file is gone: the models are those of the environment.'
          : 'The models file has changed, and counts from now on.',
      )
    } catch (error) {
      this.#refuse(messageOf(error))
    }
  }

  #refuse(why: string): void {
    this.#options.log.error(
      `The models file has changed, but is not valid, so what stood in it before counts. ${why}`,
    )
  }

  #readKey(path: string, place: string): string {
    let key = ''
    try {
      const whole = resolve(dirname(this.#options.path), path)
      if (statSync(whole).size <= MAX_KEY_BYTES) key = readFileSync(whole, 'utf8').trim()
    } catch {
      // Says the same as an empty file.
    }
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new ModelsFileError(`"${place}" names a file that can’t be read, or that holds no key.`)
    this.#options.onSecret?.(key)
    return key
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ModelsFileError) return error.message
  throw error
}
