import { readFileSync } from 'node:fs'

/** What holds a server up while it works: a collection of garbage, or another process on its core. */
export interface Interruption {
  /** Seconds that it works from one to the next, in the mean. */
  apart: number
  /** How long some of them took; none means that there are none. */
  seconds: readonly number[]
}

const EVERY_MS = 3
/** What is shorter holds nobody up. */
const LEAST = 0.0002

/** Seconds that a process's main thread has worked so far, and waited for a core although it could work. Linux only. */
export function mainThreadOf(pid: number): { ran: number; waited: number } {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
    .split(' ')
    .map(Number)
  return { ran: ran / 1e9, waited: waited / 1e9 }
}

/** Watches each of these waits. @returns what ends that */
export function watchWaits(pid: number): () => Interruption {
  const seconds: number[] = []
  const first = mainThreadOf(pid)
  let before = first
  const timer = setInterval(() => {
    const now = mainThreadOf(pid)
    if (now.waited - before.waited >= LEAST) seconds.push(now.waited - before.waited)
    before = now
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return { apart: (mainThreadOf(pid).ran - first.ran) / Math.max(1, seconds.length), seconds }
  }
}
