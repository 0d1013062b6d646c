import { Hono } from 'hono'
import {
  deletedFactsSchema,
  factChangesSchema,
  factSchema,
  importedFactsSchema,
  keptFactSchema,
  memoriesSchema,
  memoryChangesSchema,
  memoryFileSchema,
  memoryQuerySchema,
  memorySchema,
  memorySummarySchema,
  newFactSchema,
  restoreFactsSchema,
  type UsedInReply,
  usedInReplySchema,
} from '../../../shared/memory/facts.ts'
import type { Memories } from '../../domain/memory/memories.ts'
import type { MemoryFiles } from '../../domain/memory/memory-files.ts'
import { attachment } from '../attachment.ts'
import type { AppEnv, SignedInContext } from '../context.ts'
import { json, operation } from '../operation.ts'
import { pathConversation, pathId, pathReply } from '../request.ts'

/** Enough for the longest memory with every character escaped. */
const FILE_BYTES = 2 * 1024 * 1024

interface MemoryRoutesParts {
  memories: Memories
  memoryFiles: MemoryFiles
  usedInReply: (of: { wallet: string; conversationId: string; replyId: string }) => Promise<UsedInReply>
}

/** The routes `/api/me/memory`, and what a reply was made with. The wallet is the session's. */
export function memoryRoutes(parts: MemoryRoutesParts) {
  return new Hono<AppEnv>()
    .route('/', choiceRoutes(parts))
    .route('/', factRoutes(parts))
    .route('/', deletedRoutes(parts))
    .route('/', fileRoutes(parts))
    .route('/', usedRoutes(parts))
}

function choiceRoutes({ memories }: MemoryRoutesParts) {
  return new Hono<AppEnv>()
    .get(
      '/me/memory',
      operation({
        tag: 'memory',
        signedIn: true,
        summary:
          'Agents that remember something of the wallet, or of which it decided whether they may, by name',
        answers: { 200: json('All of them, without the facts.', memoriesSchema) },
      }),
      async (c) => c.json(await memories.list(c.var.wallet), 200),
    )
    .get(
      '/me/memory/:agent',
      operation({
        tag: 'memory',
        signedIn: true,
        summary: 'What one agent remembers of the wallet, newest first: all, or what contains some words',
        query: memoryQuerySchema,
        answers: { 200: json('Its memory.', memorySchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await memories.open(memoryOf(c), c.req.valid('query').query), 200),
    )
    .put(
      '/me/memory/:agent',
      operation({
        tag: 'memory',
        signedIn: true,
        summary:
          'Decide whether an agent remembers, and where its memory is used beside the own conversations',
        body: memoryChangesSchema,
        answers: { 200: json('Its memory, without the facts.', memorySummarySchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await memories.change(memoryOf(c), c.req.valid('json')), 200),
    )
}

function factRoutes({ memories }: MemoryRoutesParts) {
  return new Hono<AppEnv>()
    .post(
      '/me/memory/:agent/facts',
      operation({
        act: 'making',
        tag: 'memory',
        signedIn: true,
        summary:
          'Have an agent remember a fact; the first one switches its memory on, and what it knows is not doubled',
        body: newFactSchema,
        answers: {
          201: json('The fact.', keptFactSchema),
          200: json('What was known already, with the newer words.', keptFactSchema),
        },
        errors: ['not_found', 'conflict', 'quota_reached'],
      }),
      async (c) => {
        const kept = await memories.add(memoryOf(c), { ...c.req.valid('json'), by: 'person' })
        return c.json(kept, kept.merged ? 200 : 201)
      },
    )
    .patch(
      '/me/memory/:agent/facts/:fact',
      operation({
        act: 'making',
        tag: 'memory',
        signedIn: true,
        summary: 'Change a fact, or switch it off and on',
        body: factChangesSchema,
        answers: { 200: json('The fact, with what it said before.', factSchema) },
        errors: ['not_found', 'quota_reached'],
      }),
      async (c) => c.json(await memories.edit(memoryOf(c), factId(c), c.req.valid('json')), 200),
    )
}

function deletedRoutes({ memories }: MemoryRoutesParts) {
  return new Hono<AppEnv>()
    .delete(
      '/me/memory/:agent/facts/:fact',
      operation({
        tag: 'memory',
        signedIn: true,
        summary: 'Delete a fact, which can be undone for ten seconds',
        answers: { 200: json('The moment to undo it by.', deletedFactsSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await memories.remove(memoryOf(c), factId(c)), 200),
    )
    .delete(
      '/me/memory/:agent/facts',
      operation({
        tag: 'memory',
        signedIn: true,
        summary: 'Delete all that an agent remembers, which can be undone for ten seconds',
        answers: { 200: json('How many there were, and the moment to undo it by.', deletedFactsSchema) },
      }),
      async (c) => c.json(await memories.removeAll(memoryOf(c)), 200),
    )
    .post(
      '/me/memory/:agent/facts/restore',
      operation({
        tag: 'memory',
        signedIn: true,
        summary: 'Undo the deletion of a fact, or of all',
        body: restoreFactsSchema,
        answers: { 200: json('The memory with what was deleted at that moment.', memorySchema) },
        errors: ['not_found', 'undo_expired'],
      }),
      async (c) => c.json(await memories.restore(memoryOf(c), new Date(c.req.valid('json').deletedAt)), 200),
    )
}

function fileRoutes({ memoryFiles }: MemoryRoutesParts) {
  return new Hono<AppEnv>()
    .get(
      '/me/memory/:agent/export',
      operation({
        tag: 'memory',
        signedIn: true,
        summary: 'All that an agent remembers of the wallet as a file',
        answers: { 200: json('The file, oldest facts first.', memoryFileSchema) },
        errors: ['not_found'],
      }),
      async (c) => {
        const { filename, contentType, body } = await memoryFiles.export(memoryOf(c))
        return c.body(body, 200, {
          'content-type': contentType,
          'content-disposition': attachment(filename),
        })
      },
    )
    .post(
      '/me/memory/:agent/import',
      operation({
        act: 'making',
        tag: 'memory',
        signedIn: true,
        summary: 'Have an agent remember what is in such a file; what it knows is not doubled',
        body: memoryFileSchema,
        bodyBytes: FILE_BYTES,
        answers: { 200: json('How many facts were added, and how many were known.', importedFactsSchema) },
        errors: ['not_found', 'conflict', 'quota_reached'],
      }),
      async (c) => c.json(await memoryFiles.import(memoryOf(c), c.req.valid('json')), 200),
    )
}

function usedRoutes({ usedInReply }: MemoryRoutesParts) {
  return new Hono<AppEnv>().get(
    '/conversations/:id/replies/:reply/used',
    operation({
      tag: 'memory',
      signedIn: true,
      summary: 'What a reply was made with beside the newest turns, as it is now',
      answers: { 200: json('Facts, the story so far, and what was recalled.', usedInReplySchema) },
      errors: ['not_found'],
    }),
    async (c) => {
      const conversationId = pathConversation(c)
      const replyId = pathReply(c)
      return c.json(await usedInReply({ wallet: c.var.wallet, conversationId, replyId }), 200)
    },
  )
}

function memoryOf(c: SignedInContext) {
  const agentId = pathId(c, 'There is no such agent.', 'agent')
  return { wallet: c.var.wallet, agentId }
}

const factId = (c: SignedInContext) => pathId(c, 'Nothing like this is remembered.', 'fact')
