import {
  type FileKey,
  type FileStore,
  filesUnavailable,
  hashPattern,
  type ListedFile,
  verified,
} from './file-store.ts'
import { type S3Place, S3Requests, textOf } from './s3-requests.ts'

/** A bucket of S3 or of a server of its kind; an object is named by the hash, after a prefix. */
export class S3Store implements FileStore {
  readonly kind = 's3'
  readonly #prefix: string
  readonly #requests: S3Requests

  constructor(place: S3Place, requests = new S3Requests(place)) {
    this.#prefix = place.prefix
    this.#requests = requests
  }

  prepare(): Promise<void> {
    return this.look()
  }

  async look(): Promise<void> {
    await this.#page('', 1)
  }

  /** The hash of the content is signed, so that the server itself compares it. */
  async put({ hash, bytes }: FileKey, open: () => AsyncIterable<Uint8Array>): Promise<void> {
    const body = { sha256: hash, bytes, open }
    const answer = await this.#requests.send({ method: 'PUT', object: hash, body })
    if (answer.is === 'absent') throw filesUnavailable(new Error('There is no such bucket.'))
    await textOf(answer.content)
  }

  async open(hash: string): Promise<AsyncIterable<Uint8Array> | null> {
    const answer = await this.#requests.send({ method: 'GET', object: hash })
    return answer.is === 'absent' ? null : verified(hash, answer.content)
  }

  async delete(hash: string): Promise<void> {
    const answer = await this.#requests.send({ method: 'DELETE', object: hash })
    if (answer.is === 'content') await textOf(answer.content)
  }

  async *list(): AsyncGenerator<ListedFile> {
    for (let after = ''; ; ) {
      const listed = await this.#page(after, 1_000)
      for (const { name, ...of } of listed) if (hashPattern.test(name)) yield { hash: name, ...of }
      const last = listed.at(-1)
      if (!last) return
      after = last.name
    }
  }

  /** A put that was cut off leaves nothing behind. */
  async tidy(): Promise<void> {}

  async #page(after: string, most: number): Promise<{ name: string; bytes: number; putAt: Date | null }[]> {
    const answer = await this.#requests.send({
      ...{ method: 'GET', object: '' },
      query: {
        ...{ 'list-type': '2', prefix: this.#prefix, 'max-keys': String(most) },
        ...(after !== '' && { 'start-after': this.#prefix + after }),
      },
    })
    if (answer.is === 'absent') throw filesUnavailable(new Error('There is no such bucket.'))
    const text = await textOf(answer.content)
    // Names are hexadecimal, and a prefix of the settings has none of the letters that XML would write otherwise.
    return [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, object = '']) => {
      const key = /<Key>([^<]+)<\/Key>/.exec(object)?.[1]
      const size = /<Size>(\d+)<\/Size>/.exec(object)?.[1]
      const time = /<LastModified>([^<]+)<\/LastModified>/.exec(object)?.[1]
      if (!key?.startsWith(this.#prefix)) return []
      const putAt = time === undefined ? null : new Date(time)
      return { name: key.slice(this.#prefix.length), bytes: Number(size), putAt }
    })
  }
}
