import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import type { Asking, Received, Round } from './reader-process.ts'
import type { Script } from './scripted-model.ts'
import { startProcess } from './start-process.ts'
import type { Usage } from './usage.ts'

/** A proxy or product between the readers and the model server, or the model server itself. */
export interface Way {
  name: string
  port: number
  ask: (count: number, script: Script) => Asking[]
  /** The usage of the proxy or product; absent for the model server. */
  usage?: (how: 'as it is' | 'collect') => Promise<Usage>
}

export interface Load extends Script {
  /** Concurrent replies. */
  count: number
}

/** Milliseconds beyond the duration of the words themselves after which a round fails. */
const PATIENCE = 15_000

/**
 * The code of a server that has run for a while is compiled; some ten thousand words achieve the same. Before that a
 * word costs nearly twice as much.
 */
const WARM_UP = { rounds: 3, words: 200, everyMs: 4 }

/** Milliseconds for which a process rests before its memory or its idle CPU is measured. */
export const REST_MS = 1_000

/** The time to the first word and the CPU of a round after the warm-up. Times are in milliseconds. */
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

/**
 * The delay of words while all replies run, and the CPU per word, which includes a share of the reply's start and end.
 */
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
 * The growth of a process per running reply, in bytes, with its reader connected and its model silent. As many replies
 * run before, so that one-time costs are not counted.
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

/** Each round has new readers, so that none reuses another's connections. */
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
