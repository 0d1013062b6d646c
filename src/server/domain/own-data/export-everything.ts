import { randomUUID } from 'node:crypto'
import { fieldNames, pickFields } from '../../../shared/agents/agent-fields.ts'
import type { Conversation } from '../../../shared/chat/conversations.ts'
import type { Message } from '../../../shared/chat/messages.ts'
import type { SharedCopy } from '../../../shared/chat/shared-copies.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportCounts,
  type ExportedBrief,
  type ExportedConversation,
  type ExportedCopy,
  type ExportedRun,
  MANIFEST_PATH,
  type Manifest,
} from '../../../shared/own-data/export-format.ts'
import type { SwarmRun, SwarmTurn } from '../../../shared/swarm/swarm.ts'
import { runMarkdown, runTitle } from '../../../shared/swarm/swarm-markdown.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import { listPastVersions, listReplacedPersonas } from '../../db/agents/agent-versions.ts'
import { findPersona } from '../../db/agents/personas.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findOwnRealm, listDays, listOwnIds, listOwnWords } from '../../db/own-data/read-own.ts'
import type { Agents } from '../agents/agents.ts'
import type { Favourites } from '../agents/favourites.ts'
import type { Images } from '../agents/images.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { exportConversation } from '../conversations/export-conversation.ts'
import type { SharedCopies } from '../conversations/shared-copies.ts'
import type { Sources } from '../knowledge/sources.ts'
import type { People } from '../people/people.ts'
import type { Briefs } from '../social/briefs.ts'
import type { Swarm } from '../swarm/swarm.ts'
import type { ZipEntry } from '../zip/write-zip.ts'
import { pathOf } from '../zip/write-zip.ts'
import { type AgentAlone, orGone, withDocuments } from './export-documents.ts'
import {
  agentMarkdown,
  briefMarkdown,
  copyMarkdown,
  daysMarkdown,
  realmHead,
  wordMarkdown,
} from './export-markdown.ts'
import { README } from './export-readme.ts'
import { exportCardFiles, exportPersona, exportReplaced } from './exported-persona.ts'

/** The services that an export reads from: the same ones that show the data to its owner. */
export interface ExportParts {
  db: Db
  clock: () => Date
  agents: Pick<Agents, 'openOwned'>
  sources: Pick<Sources, 'list' | 'openFile' | 'openEarlier'>
  conversations: Pick<Conversations, 'open'>
  sharedCopies: Pick<SharedCopies, 'list' | 'open'>
  swarm: Pick<Swarm, 'of'>
  briefs: Pick<Briefs, 'open'>
  people: Pick<People, 'own'>
  favourites: Pick<Favourites, 'list'>
  images: Pick<Images, 'find'>
}

/** How many messages of a realm are read at once. */
const WORDS_AT_ONCE = 500

/**
 * Exports everything of a wallet, one file after the other, each item in its state when it is reached. Items deleted
 * meanwhile are left out.
 */
export async function* exportEverything(parts: ExportParts, wallet: string): AsyncGenerator<ZipEntry> {
  const { db, clock } = parts
  const ids = await listOwnIds(db, wallet)
  const copies = await parts.sharedCopies.list(wallet)
  const counts = Object.fromEntries(
    Object.entries({ ...ids, shared: copies }).map(([kind, of]) => [kind, of.length]),
  ) as ExportCounts
  const manifest: Manifest = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    id: randomUUID(),
    wallet,
    exportedAt: clock().toISOString(),
    counts,
  }
  yield document(MANIFEST_PATH, manifest)
  yield { path: 'README.md', content: README }

  const pictures = new Set<string>()
  const show = (imageUrl: string | null) => {
    const hash = imageUrl && /^\/images\/([0-9a-f]{64})\.webp$/.exec(imageUrl)?.[1]
    if (hash) pictures.add(hash)
  }
  const { name, pictureUrl, about } = await parts.people.own(wallet)
  show(pictureUrl)
  yield document('profile.json', { name, imageUrl: pictureUrl, about })
  const { agents: favourites } = await parts.favourites.list(wallet)
  yield document('favourites.json', {
    agents: favourites.map((agent) => ({ id: agent.id, name: agent.name })),
  })

  const named: { id: string; name: string }[] = []
  for await (const [path, read] of things('agents', ids.agents, readAgent, nameOf)) {
    const cardFiles = await exportCardFiles(db, read.id, path.replace(/^agents/, 'card-files'))
    const { agent, files } = await withDocuments(
      parts,
      { ...read, cardFiles: cardFiles.listed },
      wallet,
      path.replace(/^agents/, 'documents'),
    )
    for (const { imageUrl } of [agent, ...agent.versions]) show(imageUrl)
    named.push(agent)
    yield document(`${path}.json`, agent)
    yield { path: `${path}.md`, content: agentMarkdown(agent) }
    yield* files
    yield* cardFiles.entries()
  }
  for (const hash of pictures) {
    const bytes = await parts.images.find(hash)
    if (bytes) yield { path: `pictures/${hash}.webp`, content: bytes, packed: true }
  }
  for (const kind of ['realms', 'elsewhere'] as const)
    for await (const [path, realm] of things(kind, ids[kind], (id) => findOwnRealm(db, id), nameOf)) {
      const head = kind === 'realms' ? realm : { id: realm.id, name: realm.name }
      yield { path: `${path}.json`, content: wordsDocument(head, () => words(realm.id)) }
      yield { path: `${path}.md`, content: wordsMarkdown(realmHead(realm), () => words(realm.id)) }
    }
  const open = (id: string) => parts.conversations.open({ id, owner: wallet })
  for await (const [path, conversation] of things(
    'conversations',
    ids.conversations,
    open,
    ({ title }) => title,
  )) {
    yield document(`${path}.json`, conversationDocument(conversation))
    yield { path: `${path}.md`, content: exportConversation(conversation, 'markdown').body }
  }
  // The address of a copy is a secret, so its id is left out.
  const openCopy = async ({ id, ...copy }: SharedCopy): Promise<ExportedCopy> => {
    const { messages } = await parts.sharedCopies.open(id)
    return { ...copy, messages }
  }
  for await (const [path, copy] of things('shared', copies, openCopy, ({ title }) => title)) {
    yield document(`${path}.json`, copy)
    yield { path: `${path}.md`, content: copyMarkdown(copy) }
  }
  const openRun = (id: string) => parts.swarm.of(id).open(id, wallet)
  for await (const [path, run] of things('runs', ids.runs, openRun, runTitle)) {
    yield document(`${path}.json`, runDocument(run))
    yield { path: `${path}.md`, content: runMarkdown(run) }
  }
  for await (const [path, brief] of things('social', ids.briefs, readBrief, ({ topic }) => topic)) {
    yield document(`${path}.json`, brief)
    yield { path: `${path}.md`, content: briefMarkdown(brief) }
  }
  const days = Map.groupBy(await listDays(db, ids.agents), ({ agentId }) => agentId)
  const analytics = named.map((agent) => ({
    id: agent.id,
    name: agent.name,
    days: (days.get(agent.id) ?? []).map(({ agentId: _, ...day }) => day),
  }))
  yield document('analytics.json', { agents: analytics })
  yield { path: 'analytics.md', content: daysMarkdown(analytics) }

  async function readAgent(id: string): Promise<Omit<AgentAlone, 'cardFiles'>> {
    const agent = await parts.agents.openOwned(id, wallet)
    const { isPublic, visibilityEnabled, createdAt, version } = agent
    const past = await listPastVersions(db, id, version)
    const replaced = await listReplacedPersonas(db, id)
    const versions = past.map(({ number, replacedAt, ...fields }) => {
      const persona = replaced.get(number)
      return {
        ...pickFields(fields, fieldNames),
        number,
        replacedAt: replacedAt.toISOString(),
        ...(persona && { replacedPersona: exportReplaced(persona) }),
      }
    })
    const persona = exportPersona(await findPersona(db, id))
    const content = pickFields(agent, fieldNames)
    return { id, ...content, isPublic, visibilityEnabled, createdAt, version, versions, persona }
  }

  async function readBrief(id: string): Promise<ExportedBrief> {
    const {
      revision: _,
      agentAnswers: __,
      agentImageUrl: ___,
      ...brief
    } = await parts.briefs.open({
      id,
      owner: wallet,
    })
    return brief
  }

  async function* words(realmId: string) {
    let after = 0
    for (;;) {
      const page = await listOwnWords(db, { realmId, wallet, after, limit: WORDS_AT_ONCE })
      yield* page
      after = page.at(-1)?.number ?? after
      if (page.length < WORDS_AT_ONCE) return
    }
  }
}

/** Yields each existing item with the path of its files, without an extension. */
async function* things<Listed, Thing>(
  folder: string,
  listed: readonly Listed[],
  open: (one: Listed) => Promise<Thing | null>,
  titleOf: (thing: Thing) => string,
): AsyncGenerator<[path: string, thing: Thing]> {
  for (const [index, one] of listed.entries()) {
    const thing = await orGone(open(one))
    if (thing !== null) yield [pathOf(folder, index, titleOf(thing)), thing]
  }
}

const document = (path: string, value: object): ZipEntry => ({
  path,
  content: `${JSON.stringify(value, null, 2)}\n`,
})

/** A JSON document whose messages are generated in pieces. */
async function* wordsDocument(head: object, words: () => AsyncIterable<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "messages": [`
  let separator = '\n    '
  for await (const word of words()) {
    yield `${separator}${JSON.stringify(word)}`
    separator = ',\n    '
  }
  yield '\n  ]\n}\n'
}

async function* wordsMarkdown(
  head: string,
  words: () => AsyncIterable<{ content: string; createdAt: string }>,
): AsyncGenerator<string> {
  yield head
  for await (const word of words()) yield wordMarkdown(word)
}

const nameOf = ({ name }: { name: string }) => name

/** Exports what is running as interrupted. */
const over = <State extends string>(state: State) =>
  (state === 'running' ? 'interrupted' : state) as Exclude<State, 'running'> | 'interrupted'

function conversationDocument(conversation: Conversation): ExportedConversation {
  const { id, agentId, agentName, title, activeLeaf, createdAt, updatedAt, messages } = conversation
  const inOrder = messages.toSorted((one, other) => one.number - other.number).map(messageDocument)
  return { id, agentId, agentName, title, activeLeaf, createdAt, updatedAt, messages: inOrder }
}

function messageDocument(message: Message): ExportedConversation['messages'][number] {
  const { number: _, ...kept } = message
  return kept.role === 'user' ? kept : { ...kept, state: over(kept.state) }
}

function runDocument(run: SwarmRun): ExportedRun {
  const { id, mode, phases, state, createdAt, updatedAt } = run
  const seats = run.seats.map(({ agentId, agentName, dropped }) => ({ agentId, agentName, dropped }))
  return {
    id,
    mode,
    seats,
    phases,
    turns: run.turns.map(turnDocument),
    state: over(state),
    createdAt,
    updatedAt,
  }
}

function turnDocument({ number: _, said, ...turn }: SwarmTurn): ExportedRun['turns'][number] {
  return { ...turn, state: over(turn.state), said: said ?? countWords(turn.content) }
}
