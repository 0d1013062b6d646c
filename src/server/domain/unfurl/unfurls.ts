import { serialize } from 'node:v8'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import type { UnfurlSubject } from '../../../shared/common/unfurl.ts'
import { runTitle } from '../../../shared/swarm/swarm-markdown.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { pictureFontsFile, programUrl } from '../../base/files.ts'
import { SingleFlight } from '../../base/keyed-work.ts'
import type { Logger } from '../../base/log.ts'
import { hashPictureUrl, isOnTheWeb } from '../../db/agents/picture-url.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  findCopy,
  findListedAgent,
  findListedRealm,
  findMaker,
  findSharedRun,
  type ShownAgent,
} from '../../db/unfurl/unfurl-facts.ts'
import type { Images } from '../agents/images.ts'
import { sampleAgents } from '../agents/samples.ts'
import { Failure } from '../failure.ts'
import { keepRecent } from '../pictures/keep-recent.ts'
import { SandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../semaphore.ts'
import { type Card, type DrawnFrom, MOST_PICTURES, versionOf } from './card.ts'

/** Ships with the product, for every link without a picture of its own. */
export const DEFAULT_UNFURL = '/images/og.jpg'

/** Drawing takes some tenths of a second; few requests wait, because clients that fetch previews time out soon. */
const PLACES = { inside: 1, waiting: 12, each: 4 }

const MINUTE_MS = 60_000

const CAPS = { perMinute: 120, keptBytes: 24 * 1024 * 1024 }

const storedHash = /^\/images\/([0-9a-f]{64})\.webp$/

/** `isListed`: everybody finds it without its link, so that search engines may. */
interface Preview {
  image: string
  isListed: boolean
}

type Unfurled =
  | { is: 'picture'; bytes: Uint8Array }
  /** The content has changed since the address was created. */
  | { is: 'moved'; to: string }
  /** Nothing may be shown, or the picture can't be drawn now. */
  | { is: 'default' }

export type UnfurlsOptions = WorkerOptions & {
  db: Db
  clock: () => Date
  log: Logger
  images: Pick<Images, 'find' | 'isTaken'> & { remote: Pick<Images['remote'], 'find'> }
  shipped: (address: string) => Uint8Array | undefined
  /** Pictures drawn a minute, and the size of the cache in bytes. */
  caps?: { perMinute: number; keptBytes: number }
  entry?: URL
}

/** The pictures that other sites show as link previews (record 0040). */
export class Unfurls {
  readonly #options: UnfurlsOptions
  readonly #perMinute: number
  readonly #semaphore = createSemaphore(PLACES)
  readonly #worker: SandboxWorker
  readonly #kept: ReturnType<typeof keepRecent>
  readonly #drawing = new SingleFlight<Uint8Array | null>()
  #minute = { began: 0, drawn: 0 }

  constructor(options: UnfurlsOptions) {
    const { entry = programUrl('domain/unfurl/draw-child'), caps = CAPS } = options
    this.#options = options
    this.#perMinute = caps.perMinute
    this.#worker = new SandboxWorker(
      // Restricts the process to the product's own fonts.
      { entry, environment: { FONTCONFIG_FILE: pictureFontsFile } },
      options,
    )
    this.#kept = keepRecent(caps.keptBytes)
  }

  /**
   * What a page about something shows of it elsewhere. The path contains its version, so that the picture at it never changes; it
   * is the default where nothing may be shown. An agent or a realm of which nothing may be is in no list.
   */
  async previewOf(subject: UnfurlSubject | undefined): Promise<Preview> {
    if (!subject) return { image: DEFAULT_UNFURL, isListed: true }
    try {
      const card = await this.#findCard(subject)
      if (card) return { image: addressFor(subject, versionOf(card)), isListed: true }
      return { image: DEFAULT_UNFURL, isListed: subject.kind !== 'agent' && subject.kind !== 'realm' }
    } catch (error) {
      // The page itself must work even without a picture.
      this.#options.log.warn(
        { err: error, kind: subject.kind },
        'the picture of a page could not be looked up',
      )
      return { image: DEFAULT_UNFURL, isListed: true }
    }
  }

  /** Whether this version is what would be drawn now. */
  async isCurrent(subject: UnfurlSubject, version: string): Promise<boolean> {
    const card = await this.#findCard(subject)
    return card !== null && versionOf(card) === version
  }

  /** Draws the picture if it is not cached. `by` limits the places in the queue. */
  async open(subject: UnfurlSubject, asked: string, by: string): Promise<Unfurled> {
    const card = await this.#findCard(subject)
    if (!card) return { is: 'default' }
    const version = versionOf(card)
    if (version !== asked) return { is: 'moved', to: addressFor(subject, version) }
    const bytes = this.#kept.get(version) ?? (await this.#drawOnce(card, version, by))
    return bytes ? { is: 'picture', bytes } : { is: 'default' }
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  /** The path identifies the picture's content. */
  async #resolvePicture({ imageUrl }: ShownAgent): Promise<string> {
    const { images } = this.#options
    const hash = isOnTheWeb(imageUrl)
      ? await images.remote.find(hashPictureUrl(imageUrl))
      : storedHash.exec(imageUrl)?.[1]
    if (hash === undefined) return imageUrl
    return hash === null || (await images.isTaken(hash)) ? DEFAULT_IMAGE_URL : `/images/${hash}.webp`
  }

  async #findCard(subject: UnfurlSubject): Promise<Card | null> {
    const { db } = this.#options
    const picturesOf = (agents: readonly ShownAgent[]) =>
      Promise.all(agents.map((agent) => this.#resolvePicture(agent)))
    switch (subject.kind) {
      case 'matrix':
        return { kind: 'matrix', pictures: await picturesOf(sampleAgents.slice(0, MOST_PICTURES.matrix)) }
      case 'agent': {
        const agent = await findListedAgent(db, subject.id)
        if (!agent) return null
        const { name, description, category } = agent
        return { kind: 'agent', name, description, category, pictures: await picturesOf([agent]) }
      }
      case 'realm': {
        const realm = await findListedRealm(db, subject.id, MOST_PICTURES.realm)
        if (!realm) return null
        const { agents, ...rest } = realm
        return { kind: 'realm', ...rest, pictures: await picturesOf(agents) }
      }
      case 'copy': {
        const copy = await findCopy(db, subject.id)
        if (!copy) return null
        // An agent that is not in the public list is not shown; the mark is drawn instead.
        const { title, agentName, agents } = copy
        const pictures = agents.length > 0 ? await picturesOf(agents) : [DEFAULT_IMAGE_URL]
        return { kind: 'copy', title, agentName, pictures }
      }
      case 'maker': {
        const maker = await findMaker(db, subject.id, MOST_PICTURES.maker)
        if (!maker) return null
        const { name, about, imageUrl, agents } = maker
        const own = imageUrl === null ? [] : await picturesOf([{ name: '', imageUrl }])
        const pictures = imageUrl === null ? await picturesOf(agents) : own
        return { kind: 'maker', name: name ?? shortAddress(subject.id), about, pictures }
      }
      case 'run': {
        const run = await findSharedRun(db, subject.id, MOST_PICTURES.run)
        if (!run) return null
        const { agents, mode, task } = run
        const names = agents.map(({ name }) => name)
        const title = runTitle({ phases: [{ task, rounds: 1, words: 0 }] })
        return { kind: 'run', task: title, mode, names, pictures: await picturesOf(agents) }
      }
    }
  }

  async #readPicture(address: string): Promise<Uint8Array | null> {
    const { images, shipped } = this.#options
    const hash = storedHash.exec(address)?.[1]
    if (hash) return images.find(hash)
    // The mark is drawn instead, which is sharper than the default image.
    return (address === DEFAULT_IMAGE_URL ? undefined : shipped(address)) ?? null
  }

  #mayDraw(): boolean {
    const { clock } = this.#options
    const now = clock().getTime()
    // Also after a clock that was set back.
    if (Math.abs(now - this.#minute.began) >= MINUTE_MS) this.#minute = { began: now, drawn: 0 }
    this.#minute.drawn += 1
    return this.#minute.drawn <= this.#perMinute
  }

  async #draw(card: Card, version: string): Promise<Uint8Array | null> {
    const { log } = this.#options
    const pictures = await Promise.all(card.pictures.map((address) => this.#readPicture(address)))
    const drawnFrom: DrawnFrom = { ...card, pictures }
    const made = await this.#worker.make(serialize(drawnFrom))
    if (made.is !== 'made') {
      log.warn({ why: made.is, kind: card.kind, version }, 'the picture of a link could not be drawn')
      return null
    }
    this.#kept.set(version, made.bytes)
    return made.bytes
  }

  #drawOnce(card: Card, version: string, by: string): Promise<Uint8Array | null> {
    return this.#drawing.run(version, async () => {
      if (!this.#mayDraw()) return null
      try {
        return await this.#semaphore(() => this.#draw(card, version), by)
      } catch (error) {
        // Too many requests wait, or the server is shutting down.
        if (error instanceof Failure) return null
        throw error
      }
    })
  }
}

function addressFor(subject: UnfurlSubject, version: string): string {
  const place = subject.kind === 'matrix' ? subject.kind : `${subject.kind}/${subject.id}`
  return `/unfurl/${place}/${version}.png`
}
