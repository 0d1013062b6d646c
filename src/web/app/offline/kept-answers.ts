export interface KeptAnswer {
  queryKey: readonly unknown[]
  data: unknown
  /** In milliseconds since 1970. */
  updatedAt: number
  /** The build of the web that stored the response; another build may not understand it. */
  code: string
}

/** `characters` limits one response; `age` is in milliseconds: an unused session ends after a week (decision 28). */
export const KEPT = { answers: 80, characters: 400_000, age: 7 * 24 * 60 * 60_000 } as const

const PREFIX = 'answers '
/** The header has `updatedAt`, so that the oldest responses are found without reading the bodies. */
const UPDATED_AT = 'x-updated-at'

/** Each wallet and the visitor have a cache of their own, so that nobody gets another viewer's data. */
const nameOf = (viewer: string | null) => `${PREFIX}${viewer ?? 'of a visitor'}`

interface KeptAnswersParts {
  /** If the storage is full, forbidden or missing, as on an insecure page, nothing is stored. */
  caches: () => CacheStorage
  /** The build of this page: responses that another build stored are ignored. */
  code: string
  now?: () => number
}

/** Recent responses, to be read without the server. Only those of the viewer of the last `leaveOnly` are accepted. */
export class KeptAnswers {
  readonly #parts: KeptAnswersParts
  /** Undefined until the viewer is known. */
  #viewer: string | null | undefined
  /** Writes and deletions run one after another; otherwise a late write could restore what was deleted. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(parts: KeptAnswersParts) {
    this.#parts = parts
  }

  /** Deletes all other viewers' responses. Must be called with the viewer as soon as it is known. */
  leaveOnly(viewer: string | null): Promise<void> {
    this.#viewer = viewer
    return this.#inOrder(async () => {
      const others = (await this.#ownerNames()).filter((name) => name !== nameOf(viewer))
      await Promise.all(others.map((name) => this.#parts.caches().delete(name)))
    }, undefined)
  }

  /** Each response replaces an older one with the same key; the oldest are dropped over the limit. */
  keep(answers: readonly Omit<KeptAnswer, 'code'>[], owner: string | null): Promise<void> {
    return this.#inOrder(async () => {
      // The viewer has changed since the response arrived.
      if (owner !== this.#viewer) return
      const cache = await this.#parts.caches().open(nameOf(owner))
      for (const answer of answers) {
        const text = JSON.stringify({ ...answer, code: this.#parts.code } satisfies KeptAnswer)
        if (text.length > KEPT.characters) continue
        const headers = { 'content-type': 'application/json', [UPDATED_AT]: String(answer.updatedAt) }
        await cache.put(addressOf(answer.queryKey), new Response(text, { headers }))
      }
      await dropOldest(cache)
    }, undefined)
  }

  /** Deletes responses by the keys of their queries. What was about to be written before is written before. */
  drop(isGone: (queryKey: readonly unknown[]) => boolean): Promise<void> {
    return this.#inOrder(async () => {
      for (const name of await this.#ownerNames()) {
        const cache = await this.#parts.caches().open(name)
        const gone = (await cache.keys()).filter(({ url }) => isGone(keyOf(url)))
        await Promise.all(gone.map((request) => cache.delete(request)))
      }
    }, undefined)
  }

  recall(): Promise<KeptAnswer[]> {
    const { caches, code, now = Date.now } = this.#parts
    return this.#inOrder(async () => {
      const names = await this.#ownerNames()
      // A page that was closed too early may have left two caches; then it is not known whose responses to show.
      if (names.length !== 1) return []
      const cache = await caches().open(names[0] ?? '')
      const texts = await Promise.all((await cache.matchAll()).map((response) => response.text()))
      return texts
        .map((text) => JSON.parse(text) as KeptAnswer)
        .filter((answer) => answer.code === code && now() - answer.updatedAt < KEPT.age)
        .sort((one, other) => other.updatedAt - one.updatedAt)
    }, [])
  }

  #inOrder<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
    const result = this.#queue.then(work).catch(() => otherwise)
    this.#queue = result
    return result
  }

  async #ownerNames(): Promise<string[]> {
    return (await this.#parts.caches().keys()).filter((name) => name.startsWith(PREFIX))
  }
}

async function dropOldest(cache: Cache): Promise<void> {
  const kept = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const at = Number((await cache.match(request))?.headers.get(UPDATED_AT))
      return { request, at }
    }),
  )
  const oldest = kept.sort((one, other) => other.at - one.at).slice(KEPT.answers)
  await Promise.all(oldest.map(({ request }) => cache.delete(request)))
}

/** A cache identifies entries by address; this one is never requested from the server. */
const FOLDER = '/kept/'
const addressOf = (queryKey: readonly unknown[]) => FOLDER + encodeURIComponent(JSON.stringify(queryKey))
const keyOf = (url: string) =>
  JSON.parse(decodeURIComponent(url.slice(url.indexOf(FOLDER) + FOLDER.length))) as readonly unknown[]
