import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type {
  DeletedFacts,
  FactChanges,
  MemoryChanges,
  MemoryFile,
  NewFact,
} from '../../../shared/memory/facts.ts'
import { ApiError, unwrap, useApi } from '../../lib/http/api.ts'
import { memoryKey } from './memory-query.ts'

export type MemoryActions = ReturnType<typeof useMemoryChanges>

/** What a person changes of an agent's memory of them. Each throws `ApiError`, and has what is shown asked anew. */
export function useMemoryChanges(agent: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMemo(() => {
    const memory = api.me.memory[':agent']
    const refresh = () => queryClient.invalidateQueries({ queryKey: memoryKey })
    const told = async <Result>(asked: Promise<Result>): Promise<Result> => {
      const result = await asked
      await refresh()
      return result
    }
    return {
      refresh,
      choose: (changes: MemoryChanges) => told(unwrap(memory.$put({ param: { agent }, json: changes }))),
      /** The first one switches a memory on of which nothing was decided. @param isOff whether it was switched off */
      add: async (fact: NewFact, isOff: boolean) => {
        if (isOff) await unwrap(memory.$put({ param: { agent }, json: { state: 'on' } }))
        return told(unwrap(memory.facts.$post({ param: { agent }, json: fact })))
      },
      change: (fact: string, changes: FactChanges) =>
        told(unwrap(memory.facts[':fact'].$patch({ param: { agent, fact }, json: changes }))),
      /** Null if it is gone already. What is shown stays, so that undoing can be offered in its place. */
      remove: (fact: string): Promise<DeletedFacts | null> =>
        unlessGone(unwrap(memory.facts[':fact'].$delete({ param: { agent, fact } }))),
      removeAll: (): Promise<DeletedFacts> => unwrap(memory.facts.$delete({ param: { agent } })),
      restore: (deletedAt: string) =>
        told(unwrap(memory.facts.restore.$post({ param: { agent }, json: { deletedAt } }))),
      bring: (file: MemoryFile) => told(unwrap(memory.import.$post({ param: { agent }, json: file }))),
    }
  }, [api, queryClient, agent])
}

async function unlessGone<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
