import { serialize } from 'node:v8'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import type { UnfurlSubject } from '../../../shared/common/unfurl.ts'
import { runTitle } from '../../../shared/swarm/swarm-markdown.ts'
import { pictureFontsFile, programUrl } from '../../base/files.ts'
import type { Logger } from '../../base/log.ts'
import { hashPictureUrl, isOnTheWeb } from '../../db/agents/picture-url.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  findListedAgent,
  findListedRealm,
  findSharedRun,
  type ShownAgent,
} from '../../db/unfurl/unfurl-facts.ts'
import type { Images } from '../agents/images.ts'
import { sampleAgents } from '../agents/samples.ts'
import { Failure } from '../failure.ts'
import { createPictureWorker, type WorkerOptions } from '../pictures/picture-worker.ts'
import { createSemaphore } from '../semaphore.ts'
import { type Card, type DrawnFrom, MOST_PICTURES, versionOf } from './card.ts'

/** The picture of every link that has none of its own: it ships with the product. */
export const DEFAULT_UNFURL = '/images/og.jpg'

/** One is drawn at a time, in some tenths of a second; few wait, for who asks for a preview does not wait long. */
const PLACES = { inside: 1, waiting: 12, each: 4 }

const MINUTE_MS = 60_000

/** What became of asking for a picture at an address. */
export type Unfurled =
  | { is: 'picture'; bytes: Uint8Array }
  /** What it shows has changed since the address was given out. */
  | { is: 'moved'; to: string }
  /** Nothing may be shown of it, or it can't be drawn now. */
  | { is: 'default' }

/** The pictures that other places show beside a link (record 0040). */
export interface Unfurls {
  /** Where the picture of a page is: by its content, so that it never changes; the default one where nothing may be shown. */
  addressOf(subject: UnfurlSubject | undefined): Promise<string>
  /**
   * The picture of a version of something, drawn where it is not at hand.
   * @param by the address that asks, which can hold only so many places in the queue
   */
  open(subject: UnfurlSubject, version: string, by: string): Promise<Unfurled>
  /** Ends what draws. */
  close(): Promise<void>
}

/** @param options.caps how many are drawn in a minute, and how many bytes of those that were drawn are kept at hand */
export function createUnfurls({
  db,
  clock,
  log,
  images,
  shipped,
  caps = { perMinute: 120, keptBytes: 24 * 1024 * 1024 },
  entry = programUrl('domain/unfurl/draw-child'),
  ...options
}: WorkerOptions & {
  db: Db
  clock: () => Date
  log: Logger
  images: Pick<Images, 'find'> & { remote: Pick<Images['remote'], 'find'> }
  /** A picture that ships with the product, by its address. */
  shipped: (address: string) => Uint8Array | undefined
  caps?: { perMinute: number; keptBytes: number }
  /** The program that draws, for tests. */
  entry?: URL
}): Unfurls {
  const semaphore = createSemaphore(PLACES)
  const worker = createPictureWorker(
    // So that it sees no font of the machine's.
    { entry, environment: { FONTCONFIG_FILE: pictureFontsFile } },
    options,
  )
  const kept = keepRecent(caps.keptBytes)
  /** What is being drawn, by version. */
  const underWay = new Map<string, Promise<Uint8Array | null>>()
  let minute = { began: 0, drawn: 0 }

  /** Where the server has a picture under an address that names its content. */
  async function resolvePicture({ imageUrl }: ShownAgent): Promise<string> {
    if (!isOnTheWeb(imageUrl)) return imageUrl
    const hash = await images.remote.find(hashPictureUrl(imageUrl))
    return hash === null ? DEFAULT_IMAGE_URL : `/images/${hash}.webp`
  }

  async function findCard(subject: UnfurlSubject): Promise<Card | null> {
    const picturesOf = (agents: readonly ShownAgent[]) => Promise.all(agents.map(resolvePicture))
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

  async function readPicture(address: string): Promise<Uint8Array | null> {
    const hash = /^\/images\/([0-9a-f]{64})\.webp$/.exec(address)?.[1]
    if (hash) return images.find(hash)
    // Where there is no picture the mark is drawn, which is sharper.
    return (address === DEFAULT_IMAGE_URL ? undefined : shipped(address)) ?? null
  }

  function mayDraw(): boolean {
    const now = clock().getTime()
    if (now - minute.began >= MINUTE_MS) minute = { began: now, drawn: 0 }
    minute.drawn += 1
    return minute.drawn <= caps.perMinute
  }

  async function draw(card: Card, version: string): Promise<Uint8Array | null> {
    const pictures = await Promise.all(card.pictures.map(readPicture))
    const drawnFrom: DrawnFrom = { ...card, pictures }
    const made = await worker.make(serialize(drawnFrom))
    if (made.is !== 'picture') {
      log.warn({ why: made.is, kind: card.kind, version }, 'the picture of a link could not be drawn')
      return null
    }
    kept.set(version, made.bytes)
    return made.bytes
  }

  function drawOnce(card: Card, version: string, by: string): Promise<Uint8Array | null> {
    const running = underWay.get(version)
    if (running) return running
    if (!mayDraw()) return Promise.resolve(null)
    const drawing = semaphore(() => draw(card, version), by)
      .catch((error: unknown) => {
        // Too many wait, or the server is about to end.
        if (error instanceof Failure) return null
        throw error
      })
      .finally(() => underWay.delete(version))
    underWay.set(version, drawing)
    return drawing
  }

  return {
    async addressOf(subject) {
      if (!subject) return DEFAULT_UNFURL
      const card = await findCard(subject).catch((error: unknown) => {
        // The page itself is there all the same.
        log.warn({ err: error, kind: subject.kind }, 'the picture of a page could not be looked up')
        return null
      })
      return card ? addressFor(subject, versionOf(card)) : DEFAULT_UNFURL
    },

    async open(subject, asked, by) {
      const card = await findCard(subject)
      if (!card) return { is: 'default' }
      const version = versionOf(card)
      if (version !== asked) return { is: 'moved', to: addressFor(subject, version) }
      const bytes = kept.get(version) ?? (await drawOnce(card, version, by))
      return bytes ? { is: 'picture', bytes } : { is: 'default' }
    },

    close: worker.close,
  }
}

function addressFor(subject: UnfurlSubject, version: string): string {
  const place = subject.kind === 'matrix' ? subject.kind : `${subject.kind}/${subject.id}`
  return `/unfurl/${place}/${version}.png`
}

/** Keeps what was used last, up to so many bytes. */
function keepRecent(mostBytes: number) {
  /** Oldest first. */
  const kept = new Map<string, Uint8Array>()
  let total = 0
  return {
    get(key: string): Uint8Array | undefined {
      const bytes = kept.get(key)
      if (!bytes) return undefined
      kept.delete(key)
      kept.set(key, bytes)
      return bytes
    },
    set(key: string, bytes: Uint8Array): void {
      kept.set(key, bytes)
      total += bytes.length
      for (const [oldest, { length }] of kept) {
        if (total <= mostBytes) break
        kept.delete(oldest)
        total -= length
      }
    },
  }
}
