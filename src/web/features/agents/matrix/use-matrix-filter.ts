import type { Category } from '../../../../shared/agent-defaults.ts'
import { useSearchParams } from '../../../lib/router.tsx'
import { useTypedSearch } from '../../../lib/use-typed-search.ts'
import { filterProblem, readFilter, writeFilter } from './matrix-filter.ts'

/**
 * The filter lives in the address, so that a link reproduces it. Typing replaces the address after a short pause;
 * choosing a category is a step that Back undoes.
 */
export function useMatrixFilter() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  // What stands in the address now, not when this was rendered: a pause may end much later.
  const address = () => new URLSearchParams(window.location.search)
  const write = (query: string, category: Category | undefined, replace: boolean) =>
    setSearch(writeFilter(address(), { query, ...(category && { category }) }), { replace })
  const { settle, clear, ...typed } = useTypedSearch(filter.query ?? '', (text) =>
    write(text, readFilter(address()).category, true),
  )

  return {
    ...typed,
    filter,
    problem: filterProblem(filter),
    /** Whether anything narrows the list. */
    narrows: filter.query !== undefined || filter.category !== undefined,
    /** Section 2: choosing the chosen category clears it. */
    toggleCategory: (category: Category) => {
      settle(typed.text)
      write(typed.text, filter.category === category ? undefined : category, false)
    },
    clear: () => {
      clear()
      write('', undefined, false)
    },
  }
}
