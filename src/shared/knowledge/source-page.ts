import type { Marked } from './answering-sentence.ts'
import type { CitedSource } from './cited-source.ts'

interface SourceOpening {
  key?: string | undefined
  /** The id of the API key that received the citation. */
  by?: string | undefined
  /** Parts that the reply was made from; the whole passage if there are none. */
  marks: readonly Marked[]
}

const MOST_MARKS = 12

export function sourcePath(
  { sourceId, version, number }: Pick<CitedSource, 'sourceId' | 'version' | 'number'>,
  { key, by, marks }: SourceOpening,
): string {
  const mark = marks.slice(0, MOST_MARKS).map(({ from, to }) => `${from}-${to}`)
  const query = Object.entries({ key, by, mark: mark.join('.') || undefined }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `/source/${sourceId}/${version}/${number}?${query.join('&')}`
}

/** Marks that are none are left out. */
export function readSourceOpening(query: { get(name: string): string | null }): SourceOpening {
  const written = (query.get('mark') ?? '').split('.').slice(0, MOST_MARKS)
  return {
    key: query.get('key') ?? undefined,
    by: query.get('by') ?? undefined,
    marks: written.flatMap((mark) => {
      const [, from, to] = /^(\d{1,7})-(\d{1,7})$/.exec(mark) ?? []
      return from === undefined || to === undefined ? [] : [{ from: Number(from), to: Number(to) }]
    }),
  }
}

/** In order and without overlaps; the whole text if no mark is a part of it. */
export function marksWithin(text: string, marks: readonly Marked[]): Marked[] {
  const within: Marked[] = []
  for (const mark of [...marks].sort((one, other) => one.from - other.from))
    if (mark.from < mark.to && mark.to <= text.length && mark.from >= (within.at(-1)?.to ?? 0))
      within.push(mark)
  return within.length > 0 ? within : [{ from: 0, to: text.length }]
}
