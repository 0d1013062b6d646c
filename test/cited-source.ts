import { randomUUID } from 'node:crypto'
import type { CitedSource } from '../src/shared/knowledge/cited-source.ts'

/** A passage as a reply cites it by this number. */
export function citedSource(n: number): CitedSource {
  return {
    n,
    sourceId: randomUUID(),
    version: 1,
    name: 'manual.md',
    page: null,
    lastPage: null,
    heading: null,
    number: n,
    quote: `What passage ${n} says.`,
    key: `key-${n}`,
  }
}
