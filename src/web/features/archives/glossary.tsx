import { useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { GlossaryFilterChips } from './glossary-filter-chips.tsx'
import { glossaryTerms } from './glossary-terms.ts'
import { TermCard } from './term-card.tsx'
import * as texts from './texts.ts'
import type { Archives } from './use-archives.ts'

/** The glossary: six terms with a search over term and definition, and a category filter (section 2). */
export function Glossary({ archives }: { archives: Archives }) {
  const searchBox = useRef<HTMLInputElement>(null)
  useTermInAddress()
  const { terms } = archives
  const clear = () => {
    archives.clear()
    searchBox.current?.focus()
  }
  return (
    <>
      <search className="mb-5 flex flex-wrap items-start gap-3">
        <form
          className="relative min-w-[min(100%,280px)] flex-1"
          onSubmit={(event) => {
            event.preventDefault()
            archives.settle()
          }}
        >
          <SearchIcon
            className="pointer-events-none absolute top-[15px] left-4.5 text-muted"
            width={18}
            height={18}
          />
          <input type="hidden" name="tab" value="glossary" />
          <input
            ref={searchBox}
            type="search"
            name="query"
            className="input pl-12"
            placeholder={texts.searchPlaceholder}
            aria-label={texts.searchLabel}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            value={archives.text}
            onChange={(event) => archives.type(event.target.value)}
            onBlur={archives.settle}
          />
        </form>
        <GlossaryFilterChips chosen={archives.category} onChoose={archives.choose} />
      </search>
      <p role="status" className="sr-only">
        {texts.termCount(terms.length)}
      </p>
      {terms.length === 0 ? (
        <StatePanel
          icon={<SearchIcon />}
          heading="h2"
          title={texts.noTerm}
          action={<Button onClick={clear}>{texts.clear}</Button>}
        >
          {texts.noTermAbout}
        </StatePanel>
      ) : (
        <div className="grid gap-3.5 md:gap-4.5 lg:grid-cols-2">
          {terms.map((term) => (
            <TermCard key={term.id} term={term} linkToTerm={archives.linkToTerm} />
          ))}
        </div>
      )}
    </>
  )
}

/** Scrolls to and focuses the term that the address names (`#qubit`), on each navigation to it. */
function useTermInAddress(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells one visit of an address from the next
  useEffect(() => {
    const term = glossaryTerms.find(({ id }) => hash === `#${id}`)
    const element = term && document.getElementById(term.id)
    element?.scrollIntoView({ block: 'nearest' })
    element?.focus({ preventScroll: true })
  }, [hash, key])
}
