import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import type { Asking, Received, Round } from './reader-process.ts'
import type { Script } from './scripted-model.ts'
import { startProcess } from './start-process.ts'
import type { Usage } from './usage.ts'

/** Something between the readers and the model server, or the model server itself. */
export interface Way {
  name: string
  port: number
  ask: (count: number, script: Script) => Asking[]
  /** Of what stands in between; absent where nothing does. */
  usage?: (how: 'as it is' | 'collect') => Promise<Usage>
}

export interface Load extends Script {
  /** Replies at once. */
  count: number
}

/** Milliseconds beyond what the words themselves take after which a round has failed. */
const PATIENCE = 15_000

/**
 * A server that has run for a while has its code compiled; some ten thousand words do the same. Before that a word costs
 * nearly twice as much.
 */
const WARM_UP = { rounds: 3, words: 200, everyMs: 4 }

/** Milliseconds that a process gets to come to rest before its memory or its idleness is looked at. */
export const REST_MS = 1_000

/** The time to the first word and the CPU of a round, once it is warm. Times in milliseconds. */
export async function measureFirstWords(way: Way, load: Load, rounds: number) {
  const firstWords: number[] = []
  if (way.usage)
    for (let round = 0; round < WARM_UP.rounds; round++) await readRound(way, { ...load, ...WARM_UP })
  const before = await way.usage?.('as it is')
  for (let round = 0; round < rounds; round++) firstWords.push(...(await readRound(way, load)).firstWords)
  const after = await way.usage?.('as it is')
  return {
    p50: percentile(firstWords, 0.5),
    p99: percentile(firstWords, 0.99),
    cpuMs: before && after && (after.cpuMs - before.cpuMs) / rounds,
  }
}

/** How late words come while all replies run, and what a word costs; the start and the end of a reply are shared out over its words. */
export async function measureDelays(way: Way, load: Load) {
  const before = await way.usage?.('as it is')
  const began = performance.now()
  const { firstWords, delays } = await readRound(way, load)
  const milliseconds = performance.now() - began
  const after = await way.usage?.('as it is')
  const cpuMs = before && after && after.cpuMs - before.cpuMs
  return {
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    lastBegan: Math.max(...firstWords),
    cpuMicrosecondsAWord: cpuMs && (cpuMs / (load.count * load.words)) * 1000,
    coreShare: cpuMs && cpuMs / milliseconds,
  }
}

/**
 * By how much each running reply makes a process grow, in bytes; its reader is connected and its model silent. As many
 * have run before, so that what the first of them leave behind for good is not counted.
 */
export async function measureMemory(way: Required<Way>, load: Load) {
  await readRound(way, load)
  await wait(REST_MS)
  const before = await way.usage('collect')
  const readers = await startProcess('replies/reader-process.ts')
  try {
    await readers.ask<Received>(roundOf(way, { ...load, holds: true }))
    await wait(REST_MS)
    const during = await way.usage('collect')
    return {
      heap: (during.heapBytes - before.heapBytes) / load.count,
      resident: (during.residentBytes - before.residentBytes) / load.count,
    }
  } finally {
    readers.end()
  }
}

/** Each round has new readers, so that none profits from connections that another opened. */
async function readRound(way: Way, load: Load): Promise<Received> {
  const readers = await startProcess('replies/reader-process.ts')
  try {
    return await readers.ask<Received>(roundOf(way, load))
  } finally {
    readers.end()
  }
}

function roundOf(way: Way, { count, ...script }: Load): Round {
  return {
    port: way.port,
    askings: way.ask(count, script),
    words: script.words,
    holds: script.holds ?? false,
    patience: script.words * script.everyMs * 1.5 + PATIENCE,
  }
}
