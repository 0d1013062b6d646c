import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type {
  CardFile,
  CardPreview,
  CardReport,
  ImportCardQuery,
  ImportedCard,
} from '../../../shared/agents/cards.ts'
import { NO_PERSONA } from '../../../shared/agents/persona.ts'
import { limits } from '../../../shared/common/limits.ts'
import { findPersona } from '../../db/agents/personas.ts'
import type { Agents } from '../agents/agents.ts'
import type { CardFiles } from '../agents/card-files.ts'
import type { Images } from '../agents/images.ts'
import type { NewAgents } from '../agents/new-agents.ts'
import { isFound } from '../agents/reach.ts'
import { fileName } from '../export/exported-file.ts'
import { Failure, orGone } from '../failure.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import type { Decoder } from '../pictures/decoder.ts'
import { createSemaphore } from '../semaphore.ts'
import { withoutServers } from '../tools/server-choices.ts'
import { pathOf, writeZip, type ZipEntry } from '../zip/write-zip.ts'
import { counted } from './card-draft.ts'
import { type OriginParts, originOf, readOrigin, verifiedElsewhere } from './card-origin.ts'
import { type OpenedCard, openCard } from './open-card.ts'
import { draftOf } from './parse-card.ts'
import type { Portraits } from './portraits.ts'
import { cardFileTypes, writeCard } from './write-card.ts'
import type { ExportedCharacter } from './write-character-card.ts'

/** Cards that are opened at the same time: each can take a few times its size in memory. */
const PLACES = { inside: 2, waiting: 16, each: 3 }

const PAGE = 100

export interface CardDownload<Body> {
  filename: string
  contentType: string
  body: Body
}

interface CardsOptions extends OriginParts {
  clock: () => Date
  agents: Pick<Agents, 'open' | 'openOwned' | 'listOwned'>
  newAgents: Pick<NewAgents, 'create'>
  images: Pick<Images, 'upload'>
  cardFiles: Pick<CardFiles, 'list' | 'read'>
  models: Pick<ModelChoices, 'adopt'>
  decoder: Pick<Decoder, 'toSquareWebp'>
  portraits: Pick<Portraits, 'read'>
}

/** Character cards: agents are imported from them, and exported as them (record 0054). */
export class Cards {
  readonly #options: CardsOptions
  readonly #semaphore = createSemaphore(PLACES, 'cards')
  readonly #exporting = new Set<string>()

  constructor(options: CardsOptions) {
    this.#options = options
  }

  /**
   * Says what an import would create. Each `by` (a wallet or an address) has a limited number of places in the queue.
   * @throws {Failure} `card_invalid`, `card_too_large` or `rate_limited`
   */
  preview(path: string, by: string): Promise<CardPreview> {
    return this.#semaphore(async () => {
      const opened = await openCard(path)
      const { agent, nameProblem, persona, lorebook, about, report } = draftOf(opened)
      const { picture, refusal } = await tryPortrait(opened, (bytes) =>
        this.#options.decoder.toSquareWebp(bytes, by, limits.cardBytes),
      )
      return {
        format: opened.format,
        name: agent.name,
        nameProblem,
        description: agent.description,
        greeting: persona.greetings[0] ?? null,
        alternates: Math.max(0, persona.greetings.length - 1),
        loreEntries: lorebook?.entries.length ?? 0,
        picture: picture && `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`,
        about,
        report: completed(report, opened, { shown: picture !== null, refusal }),
      }
    }, by)
  }

  /**
   * Creates a draft from a card. If the same wallet repeats a request with the same id, the existing draft is returned.
   * @throws {Failure} as `preview`; `conflict` for an id that is taken; `quota_reached`
   */
  import(
    path: string,
    wallet: string,
    { id, name }: ImportCardQuery,
  ): Promise<{ card: ImportedCard; created: boolean }> {
    const { newAgents, images, models } = this.#options
    return this.#semaphore(async () => {
      const opened = await openCard(path)
      const { agent: drafted, persona, lorebook, report } = draftOf(opened)
      const { picture, refusal } = await tryPortrait(opened, (bytes) =>
        images.upload(bytes, wallet, limits.cardBytes),
      )
      const { agent, created } = await newAgents.create(
        wallet,
        {
          ...drafted,
          model: await models.adopt(wallet, drafted.model),
          tools: withoutServers(drafted.tools),
          ...(name !== undefined && { name }),
          ...{ id, imageUrl: picture ?? DEFAULT_IMAGE_URL, isPublic: false },
        },
        {
          ...{ persona, lorebook, card: opened.json, cardFormat: opened.format },
          ...(opened.files && { files: opened.files }),
        },
        { elsewhere: await verifiedElsewhere(originOf(opened)) },
      )
      const { pictureUrl } = agent
      const shown = { shown: picture !== null, refusal }
      const card = { id: agent.id, name: agent.name, pictureUrl, report: completed(report, opened, shown) }
      return { card, created }
    }, wallet)
  }

  /**
   * Exports an agent as a card. Others than its owner get what they can see of a published agent: no system prompt, no
   * background, no lorebook, and nothing else of the card that it was imported from.
   * @throws {Failure} `not_found`, `forbidden` for a draft of another wallet, or `rate_limited`
   */
  async export(
    { id, wallet, by }: { id: string; wallet: string | null; by: string },
    as: CardFile,
  ): Promise<CardDownload<Uint8Array>> {
    const agent = await this.#options.agents.open(id, wallet)
    if (agent.owner !== wallet && !isFound(agent, wallet))
      throw new Failure('forbidden', 'A draft is exported by its owner alone.')
    const { ending, type } = cardFileTypes[as]
    const filename = `${fileName(agent.name, 'Agent')}${ending}`
    const isOwner = agent.owner === wallet
    return { filename, contentType: type, body: await this.#write(agent, { isOwner, by }, as) }
  }

  /** All agents of a wallet as a zip, made while it is read; one at a time per wallet. @throws {Failure} `rate_limited` */
  exportAll(wallet: string, as: CardFile): CardDownload<ReadableStream<Uint8Array>> {
    const { clock } = this.#options
    if (this.#exporting.has(wallet))
      throw new Failure('rate_limited', 'Your cards are already being exported. Wait until that is done.', {
        retryAfter: 5,
      })
    this.#exporting.add(wallet)
    const day = clock().toISOString().slice(0, 10)
    const body = writeZip(this.#files(wallet, as), clock(), () => this.#exporting.delete(wallet))
    return { filename: `Cards of Bionic ${day}.zip`, contentType: 'application/zip', body }
  }

  async *#files(wallet: string, as: CardFile): AsyncGenerator<ZipEntry> {
    const { agents } = this.#options
    let index = 0
    let cursor: string | null | undefined
    do {
      const page = await agents.listOwned(wallet, { limit: PAGE, ...(cursor && { cursor }) })
      for (const { id, name } of page.agents) {
        const agent = await orGone(agents.openOwned(id, wallet))
        if (!agent) continue
        const content = await this.#write(agent, { isOwner: true, by: wallet }, as)
        yield {
          path: `${pathOf('cards', index++, name)}${cardFileTypes[as].ending}`,
          content,
          packed: as === 'png' || as === 'charx',
        }
      }
      cursor = page.nextCursor
    } while (cursor)
  }

  async #write(agent: Agent, { isOwner, by }: { isOwner: boolean; by: string }, as: CardFile) {
    const { cardFiles, clock, portraits } = this.#options
    const portrait = await portraits.read(agent.imageUrl, by)
    const files = isOwner && as === 'charx' ? await cardFiles.list(agent.id) : []
    const read = (path: string) => cardFiles.read(agent.id, path)
    return writeCard(await this.#characterOf(agent, isOwner), portrait, as, clock(), { files, read })
  }

  async #characterOf(agent: Agent, isOwner: boolean): Promise<ExportedCharacter> {
    const stored = await findPersona(this.#options.db, agent.id)
    const { greetings, nickname } = stored?.persona ?? NO_PERSONA
    const shown = {
      persona: { ...NO_PERSONA, greetings, nickname },
      lorebook: null,
      card: null,
      cardFormat: null,
    }
    return {
      agent,
      creator: agent.ownerName ?? '',
      version: String(agent.version),
      persona: isOwner ? stored : stored && shown,
      origin: await readOrigin(this.#options, agent.id),
    }
  }
}

/** A card without a portrait that can be used is a card all the same: the default image takes its place. */
async function tryPortrait<Picture>(
  { portrait }: OpenedCard,
  take: (bytes: Uint8Array) => Promise<Picture>,
): Promise<{ picture: Picture | null; refusal: string | null }> {
  if (!portrait) return { picture: null, refusal: null }
  try {
    return { picture: await take(portrait), refusal: null }
  } catch (error) {
    const isRefused = error instanceof Failure && /^image_/.test(error.code)
    if (!isRefused) throw error
    return { picture: null, refusal: `The portrait. ${error.message}` }
  }
}

function completed(
  report: CardReport,
  { refused, files = [] }: OpenedCard,
  portrait: { shown: boolean; refusal: string | null },
): CardReport {
  return {
    ...report,
    used: portrait.shown ? ['Portrait', ...report.used] : report.used,
    kept:
      files.length > 0
        ? [...report.kept, `${counted(files.length, 'file')}, which the agent’s CHARX has again`]
        : report.kept,
    refused: [...refused, ...(portrait.refusal === null ? [] : [portrait.refusal]), ...report.refused],
  }
}
