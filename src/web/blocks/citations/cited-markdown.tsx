import { type ComponentType, lazy, Suspense } from 'react'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'

interface Said {
  text: string
  growing: boolean
  /** By default `text`. */
  listed?: string
}

const load = (): Promise<{ default: ComponentType<Said & { sources: readonly CitedSource[] }> }> =>
  import('./cited.tsx').catch(() => ({
    default: ({ text, growing }) => <Markdown text={text} growing={growing} />,
  }))
const Cited = lazy(load)

/**
 * Each citation's number is a button that opens its passage; numbers without a source are left out. The list of sources
 * follows once the text is complete. The code for citations loads with the first reply that has sources.
 * @param sources without any, the text is shown unchanged, brackets included
 */
export function CitedMarkdown(props: Said & { sources: readonly CitedSource[] | null | undefined }) {
  const { text, growing, sources, listed = text } = props
  const asSaid = <Markdown text={text} growing={growing} />
  if (!sources) return asSaid
  return (
    <Suspense fallback={asSaid}>
      <Cited text={text} growing={growing} sources={sources} listed={listed} />
    </Suspense>
  )
}
