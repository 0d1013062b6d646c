import { factTextSchema } from '../../../shared/memory/facts.ts'
import type { ExportedMemory } from '../../../shared/own-data/exported-memory.ts'
import { closeFence, plain } from '../../../shared/text/markdown-text.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findMemory, lockChoice, type MemoryOf } from '../../db/memory/choices.ts'
import { listFacts } from '../../db/memory/facts.ts'
import type { StoredImport } from '../../db/own-data/store-imported.ts'
import { storeFacts } from '../memory/memory-files.ts'

/** Null if there is none any more. */
export async function exportMemory(db: Db, of: MemoryOf): Promise<ExportedMemory | null> {
  const memory = await findMemory(db, of)
  if (!memory || memory.choice.state === 'unasked') return null
  const facts = (await listFacts(db, of)).toReversed()
  return {
    ...{ format: 'bionic-memory', version: 1, id: of.agentId, agentName: memory.agentName },
    ...{ state: memory.choice.state, also: memory.choice.also },
    facts: facts.map(({ id: _, number: __, ...fact }) => fact),
  }
}

export function memoryMarkdown({ agentName, state, facts }: ExportedMemory): string {
  const lines = facts.map(
    ({ text, isOff }) => `- ${closeFence(plain(text))}${isOff ? ' _(switched off)_' : ''}`,
  )
  const head = `# What ${plain(agentName)} remembers`
  const off = state === 'off' ? ['_It is switched off._'] : []
  return `${[head, ...off, lines.length > 0 ? lines.join('\n') : '_Nothing._'].join('\n\n')}\n`
}

/**
 * Adds what is not known yet. A decision that was made here stays.
 * @param tell is told of each text that can't be remembered
 */
export async function importMemory(
  db: Db,
  of: MemoryOf,
  {
    memory: { state, also, facts },
    now,
    conversationId,
    tell,
  }: {
    memory: ExportedMemory
    now: Date
    /** The id here of an exported conversation. */
    conversationId: (old: string) => string
    tell: (sentence: string) => void
  },
): Promise<StoredImport> {
  const readable = facts.filter(({ text }) => factTextSchema.safeParse(text).success)
  const given = readable.map(({ from, createdAt, updatedAt, ...fact }) => ({
    ...fact,
    conversationId: from ? conversationId(from.conversationId) : null,
    messageId: from?.messageId ?? null,
    ...{ createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) },
  }))
  return db.transaction(async (transaction) => {
    const choice = await lockChoice(transaction, of, { isOn: state === 'on', also, at: now })
    const { added, left } = await storeFacts(transaction, of, {
      ...{ given, now, lastNumber: choice?.lastNumber ?? 0 },
    })
    const lost = facts.length - readable.length
    if (lost > 0) tell(`${lost} of the facts can’t be remembered: they look like passwords or keys.`)
    if (left > 0) tell(`${left} of the facts were left out: a memory has no room for more.`)
    return added > 0 || facts.length === 0 ? 'made' : 'there'
  })
}
