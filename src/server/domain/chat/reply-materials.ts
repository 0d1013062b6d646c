import { randomUUID } from 'node:crypto'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { Logger } from '../../base/log.ts'
import { inSpan } from '../../base/telemetry/trace.ts'
import { ASCII_A_TOKEN } from '../estimate-tokens.ts'
import type { ConversationFiles, Pictures } from '../knowledge/conversation-files.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { scanLore } from '../lorebook/scan-lore.ts'
import type { ScannedLore } from '../lorebook/scan-thread.ts'
import { loreScanOf } from './lore-scan.ts'
import { buildPrompt, type Prompt } from './prompt.ts'
import { sourceCharacters, sourcesThatFit } from './quote-sources.ts'
import {
  RECALLED_CHARACTERS,
  type RecalledMessage,
  type RecollectedFact,
  type RecollectionFinders,
  recollectionTokens,
} from './recollections.ts'
import type { ReplyRequest } from './reply-request.ts'
import { PICTURE_TOKENS, pictureTokens, type Window } from './window.ts'

export interface MaterialFinders extends RecollectionFinders {
  /** Finds passages in the agent's documents; without it nothing is cited. */
  findPassages?: Knowledge['findPassages'] | undefined
  /** The files of conversations; without it there are none. */
  files?: Pick<ConversationFiles, 'awaitRead' | 'readPictures'> | undefined
}

interface Materials {
  /** What the person should know before the agent's text: which of their files it was made without. */
  note: string
  pictures: Pictures
  sources: CitedSource[]
  lore: ScannedLore | null
  facts: readonly RecollectedFact[]
  failure?: unknown
}

/** Finds all that a reply is made with, and builds its prompt. */
export function preparePrompt(
  request: ReplyRequest,
  finders: MaterialFinders & { log: Pick<Logger, 'warn'> },
  window: Window,
  signal: AbortSignal,
) {
  return inSpan('build the prompt', async () => {
    const materials = await findMaterials(request, finders, window, signal)
    return { materials, prompt: await promptWith(request, finders, window, materials) }
  })
}

/** What can't be looked through is the reply's failure: the agent would answer as if its documents contained nothing. */
async function findMaterials(
  request: ReplyRequest,
  { findPassages, findFacts, files, log }: MaterialFinders & { log: Pick<Logger, 'warn'> },
  window: Window,
  signal: AbortSignal,
): Promise<Materials> {
  const lore = await findLore(request, window, log)
  const found: Materials = { note: '', pictures: new Map(), sources: [], lore, facts: [] }
  try {
    if (request.recollects && request.recollects.hasFacts !== false && findFacts)
      found.facts = await findFacts(request.recollects, request.said ?? request.text)
    found.note = await noteOnFiles(request, files, signal)
    found.pictures = await findPictures(request, files, window)
    found.sources = await findSources(request, findPassages, besidePictures(window, found.pictures, request))
  } catch (failure) {
    found.failure = failure
  }
  return found
}

/**
 * The prompt, with what is found again of the messages that it leaves out. What can't be looked through is the reply's
 * failure, as documents are.
 */
async function promptWith(
  request: ReplyRequest,
  { findRecalled }: RecollectionFinders,
  window: Window,
  { sources, pictures, lore, facts, failure }: Materials,
): Promise<Prompt & { failure?: unknown }> {
  const build = (recalled: readonly RecalledMessage[], within = window) =>
    buildPrompt(request, within, {
      ...{ sources, pictures, ...(lore && { lore }) },
      recollections: { facts, recalled },
    })
  const { recollects, text, turns, said: question = text } = request
  const conversation = recollects?.conversation
  const without = build([])
  const isWhole = without.forgotten === 0 && !request.story
  if (failure || isWhole || !recollects || !conversation || !findRecalled) return { ...without, failure }
  try {
    const reserved = recollectionTokens('recalled', window)
    const { told = conversation.questionId } = build([], { ...window, tokens: window.tokens - reserved })
    const before = turns.findLast(({ role }) => role === 'user')?.content
    const found = await findRecalled(
      { ...recollects, conversation },
      {
        question,
        before: question.length < FOLLOW_UP_CHARACTERS ? before : undefined,
        told,
        // Three characters a token at most; of what has fewer, less is told.
        limitCharacters: Math.min(RECALLED_CHARACTERS, reserved * ASCII_A_TOKEN),
      },
    )
    return build(found)
  } catch (failure) {
    return { ...without, failure }
  }
}

/** Waits for the files of the conversation. Returns a paragraph about those that can't be used; empty if there are none. */
async function noteOnFiles(
  { asked }: ReplyRequest,
  files: MaterialFinders['files'],
  signal: AbortSignal,
): Promise<string> {
  if (!asked?.conversation || asked.wallet === null || !files) return ''
  const { id: conversationId, questionId } = asked.conversation
  const unusable = await files.awaitRead({ conversationId, questionId, wallet: asked.wallet }, signal)
  return unusable.length === 0 ? '' : `${unusable.join(' ')}\n\n`
}

const MOST_PICTURES = 4

/** Reads the pictures of the newest questions of the path: as many as take half of the window. */
async function findPictures(
  { asked, turns }: ReplyRequest,
  files: MaterialFinders['files'],
  { tokens }: Window,
): Promise<Pictures> {
  if (!asked?.conversation || asked.wallet === null || !files) return new Map()
  const { id: conversationId, questionId } = asked.conversation
  const before = turns.flatMap(({ id, role }) => (role === 'user' && id !== undefined ? [id] : []))
  const most = Math.min(MOST_PICTURES, Math.floor(tokens / 2 / PICTURE_TOKENS))
  return files.readPictures({ conversationId, wallet: asked.wallet }, [...before, questionId], most)
}

/** The window that pictures leave for texts: those of the conversation, and those that another program sends. */
function besidePictures(
  window: Window,
  pictures: Pictures,
  { pictures: own, following = [] }: ReplyRequest,
): Window {
  const ofConversation = [...pictures.values()].map((ofQuestion) => ({ pictures: ofQuestion }))
  const tokens = pictureTokens([...ofConversation, { pictures: own }, ...following])
  return { ...window, tokens: window.tokens - tokens }
}

/** A question shorter than this may get its subject from the one before it. */
const FOLLOW_UP_CHARACTERS = 60

/** Null without a lorebook. One that is searched too long is left out: only its owner could change that, and others wait. */
export async function findLore(
  request: ReplyRequest,
  window: Window,
  log: Pick<Logger, 'warn'>,
): Promise<ScannedLore | null> {
  const scan = loreScanOf(request, window)
  if (!scan) return null
  const chosen = await scanLore(scan, request.seed ?? randomUUID()).catch(() => null)
  if (!chosen || chosen.slow.length > 0) log.warn('a lorebook could not be searched in time')
  return chosen
}

async function findSources(
  { asked, turns, text, said: question = text }: ReplyRequest,
  findPassages: Knowledge['findPassages'] | undefined,
  window: Window,
): Promise<CitedSource[]> {
  if (!asked || !findPassages || question === '') return []
  const before = turns.findLast(({ role }) => role === 'user')?.content
  const isFollowUp = question.length < FOLLOW_UP_CHARACTERS
  const passages = await findPassages({
    agentId: asked.agentId,
    wallet: asked.wallet,
    conversationId: asked.conversation?.id,
    question,
    before: isFollowUp ? before : undefined,
    limitCharacters: sourceCharacters(window),
  })
  return sourcesThatFit(passages, window)
}
