import type { Recollecting } from '../domain/chat/recollections.ts'
import { Memories } from '../domain/memory/memories.ts'
import { MemoryFiles } from '../domain/memory/memory-files.ts'
import { findFacts } from '../domain/memory/recollect.ts'
import { usedInReply } from '../domain/memory/used-in-reply.ts'
import type { RemembersFacts } from '../domain/tools/own/remember.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

/** What agents remember of people, and what replies are made with of it. */
export function createMemoryParts(base: Infrastructure & ReturnType<typeof createPictures>) {
  const { db, given } = base
  const memories = new Memories(base)
  const remembers: RemembersFacts = {
    choice: (wallet, agentId) => memories.choice({ wallet, agentId }),
    switchOn: (wallet, agentId) => memories.switchOn({ wallet, agentId }),
    async remember(wallet, agentId, { replaces, from, ...fact }) {
      const wanted = {
        ...fact,
        by: 'agent' as const,
        replaces: replaces ?? undefined,
        from: from ?? undefined,
      }
      const { fact: kept, merged } = await memories.add({ wallet, agentId }, wanted)
      return { number: kept.number, text: kept.text, merged }
    },
  }
  return {
    memories,
    remembers: given.memory ?? remembers,
    memoryFiles: new MemoryFiles(base),
    findFacts:
      given.memory?.findFacts ??
      ((wanted: Recollecting, question: string) => findFacts(db, wanted, question)),
    usedInReply: (of: Parameters<typeof usedInReply>[1]) => usedInReply(db, of),
  }
}
