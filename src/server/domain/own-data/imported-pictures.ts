import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { Images } from '../agents/images.ts'
import { Failure } from '../failure.ts'
import type { OpenedExport } from './read-export.ts'

interface ImportedPicturesOptions {
  images: Pick<Images, 'upload' | 'keep'>
  from: OpenedExport
  wallet: string
  tell: (sentence: string) => void
  why: (error: unknown) => string
}

/** Brings the pictures that an import names, each once. */
export class ImportedPictures {
  readonly #options: ImportedPicturesOptions
  readonly #brought = new Map<string, Promise<string>>()

  constructor(options: ImportedPicturesOptions) {
    this.#options = options
  }

  /** The path here; the default image's if it can't be brought. */
  serve(imageUrl: string): Promise<string> {
    // A picture on the web is fetched later, by the sweep for addresses that agents use.
    const hash = /^\/images\/([0-9a-f]{64})\.webp$/.exec(imageUrl)?.[1]
    if (!hash) return Promise.resolve(imageUrl)
    const known = this.#brought.get(hash) ?? this.#bring(hash)
    this.#brought.set(hash, known)
    return known
  }

  async #bring(hash: string): Promise<string> {
    try {
      // If the export was made on this server, the picture is stored already.
      return await this.#options.images.keep(`/images/${hash}.webp`, this.#options.wallet)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    const bytes = await this.#options.from.picture(hash, limits.uploadBytes)
    if (!bytes) {
      this.#options.tell(
        'A picture is not in the zip, or is too large. The default image stands in its place.',
      )
      return DEFAULT_IMAGE_URL
    }
    try {
      return await this.#options.images.upload(bytes, this.#options.wallet)
    } catch (error) {
      this.#options.tell(`A picture was left out. ${this.#options.why(error)}`)
      return DEFAULT_IMAGE_URL
    }
  }
}
